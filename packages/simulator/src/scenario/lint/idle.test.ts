import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviceOn, CLUSTER, fileOf, RENEWAL, SIGNS } from '../../../test/advice-on.ts';
import { anyScenario } from '../../../test/any-scenario.ts';
import { drawScenario } from '../../draw/draw-scenario.ts';
import { printScenario } from '../print/print-scenario.ts';
import { loadScenario } from '../read/load.ts';
import { idleActs } from './idle-acts.ts';
import { idleFaults } from './idle-faults.ts';
import { idleMoments } from './idle-moments.ts';
import { lintScenario } from './lint-scenario.ts';

const onFault = (fault: object, rest: object = {}) =>
  adviceOn({ faults: [{ id: 'f', at: '1 s', ...fault }], ...rest });

const onAct = (node: string, act: object, rest: object = {}) =>
  adviceOn({ byzantine: [{ id: 'b', node, acts: [{ id: 'a', ...act }] }], ...rest });

const onMoment = (when: object, rest: object = {}) =>
  adviceOn({ faults: [{ id: 'f', kind: 'crash', node: 'v1', when }], ...rest });

describe('advice on what can do nothing', () => {
  it('has a place in every file, and keeps none from being loaded', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const { mistakes, advice } = lintScenario(printScenario(scenario), 'x.yaml');
        expect(mistakes).toEqual([]);
        expect(advice.every(({ line, column }) => line > 0 && column > 0)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('says of every fault the same whatever others there are', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const messages = (list: typeof scenario.faults) =>
          idleFaults({ ...scenario, faults: list }).map(({ message }) => message);
        const { faults } = scenario;
        expect(messages(faults)).toEqual(faults.flatMap((fault) => messages([fault])));
      }),
      { numRuns: 50 },
    );
  });

  it('has nothing to say of the moments that a seed draws, with changes of committee and without', () => {
    const bases = [[], [RENEWAL]].map((changes) =>
      loadScenario(fileOf({ changes, swarm: { odds: 1 }, expect: {} }), 'x'),
    );
    const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(fc.constantFrom(...bases), seeds, (base, seed) => {
        expect(idleMoments(drawScenario(base, seed))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('has nothing to say of liars that collude with a client that may do anything, depending on the seed', () => {
    const byzantine = [{ id: 'b', node: 'v1', acts: [{ id: 'a', act: 'collude', with: 'alice' }] }];
    const scenario = loadScenario(fileOf({ byzantine, swarm: {}, expect: {} }), 'x');
    expect(idleActs(scenario)).toEqual([]);
    expect(idleActs({ ...scenario, swarm: undefined })).not.toEqual([]);
  });
});

describe('idleMoments', () => {
  it.each([
    [{ node: 'v1', after: 'certified' }, 'a validator such as v1 .* name a proxy'],
    [{ node: 'v5', after: 'certified' }, 'a validator such as v5 .* name a proxy'],
    [{ node: 'alice', after: 'signed' }, 'a client such as alice .* name a validator'],
    [{ node: 'p1', after: 'settled' }, 'a proxy such as p1 .* name a validator'],
    [{ node: 'alice', after: 'merged' }, 'a client such as alice .* name a validator'],
    [{ node: 'v1', after: 'merged' }, 'without a change of committee .* state "changes"'],
    [{ node: 'v1', after: 'frozen' }, 'without a change of committee .* state "changes"'],
  ])('advises on %o', (when, expected) => {
    const advice = onMoment(when);
    expect(advice).toHaveLength(1);
    expect(advice[0]).toMatch(
      new RegExp(`^faults\\[0\\]\\.when\\.after: the moment never comes: ${expected}`),
    );
  });

  it.each([
    [{ node: 'p1', after: 'settled' }, 'until.after: the end never comes: a proxy such as p1'],
    [{ node: 'v2', after: 'frozen' }, 'until.after: the end never comes: without a change'],
    [{ node: 'v1', after: 'signed' }, 'until.node: the end never comes: v1 reaches nothing'],
  ])('advises on what ends with %o', (until, expected) => {
    const advice = onFault({ kind: 'pause', node: 'v1', until });
    expect(advice).toEqual([expect.stringContaining(`faults[0].${expected}`)]);
    expect(onFault({ kind: 'clock', node: 'v1', offset: '1 s', until }).length).toBe(
      until.node === 'v1' ? 0 : 1,
    );
  });

  it.each([
    { node: 'p1', after: 'certified' },
    { node: 'v1', after: 'signed' },
    { node: 'alice', after: 'answered' },
    { node: 'alice', after: 'effect' },
  ])('has nothing to say of %o', (when) => {
    expect(onMoment(when)).toEqual([]);
  });

  it('has nothing to say of the points of a handover where there may be one', () => {
    const merged = { node: 'v1', after: 'merged' };
    const proposal = { id: 'a', act: 'propose', at: '1 s', members: ['v1'] };
    expect(onMoment(merged, { changes: [RENEWAL] })).toEqual([]);
    expect(onMoment(merged, { byzantine: [{ id: 'b', node: 'v2', acts: [proposal] }] })).toEqual(
      [],
    );
  });

  it('looks at acts and changes as well, and wants a change before one that waits for a handover', () => {
    const when = { node: 'v1', after: 'merged' };
    expect(onAct('v2', { act: 'forge', when })).toEqual([
      expect.stringMatching(/^byzantine\[0\]\.acts\[0\]\.when\.after: .*never comes/),
    ]);
    const { at: _, ...renewal } = RENEWAL;
    expect(adviceOn({ changes: [{ ...renewal, when }] })).toEqual([
      expect.stringMatching(/^changes\[0\]\.when\.after: .*never comes/),
    ]);
    expect(adviceOn({ changes: [RENEWAL, { ...renewal, id: 'next', when }] })).toEqual([]);
  });
});

describe('idleFaults', () => {
  it.each([
    [{ kind: 'crash', node: 'v1', batches: 1 }, 'batches: .*lose-unsynced: give disk: torn'],
    [{ kind: 'crash', node: 'v1', disk: 'keep', batches: 1 }, 'batches: .*keep: give disk: torn'],
    [{ kind: 'slow', node: 'v1', delay: '0 s' }, 'delay: .*slows by no time'],
    [{ kind: 'clock', node: 'v1' }, '.*the clock stays right'],
    [{ kind: 'clock', node: 'v1', offset: '0 s', drift: 0 }, '.*the clock stays right'],
    [{ kind: 'cut', from: 'v1', to: 'v1' }, 'to: .*no link leads from v1 to itself'],
    [{ kind: 'clog', from: ['v1'], to: 'v1' }, 'to: .*no link leads from v1 to itself'],
    [{ kind: 'cut', from: [] }, 'from: .*"from" names no node'],
    [{ kind: 'cut', from: 'v1', to: [] }, 'to: .*"to" names no node'],
    [{ kind: 'degrade', link: {} }, 'link: .*replaces no key'],
    [{ kind: 'degrade', from: [], link: { drop: 1 } }, 'from: .*"from" names no node'],
    [{ kind: 'swizzle-clog', nodes: [], spread: '1 s' }, 'nodes: .*at no node'],
    [{ kind: 'pause', node: 'v1', for: '0 s' }, 'for: .*over as soon'],
  ])('advises on %o', (fault, expected) => {
    const advice = onFault(fault);
    expect(advice).toHaveLength(1);
    expect(advice[0]).toMatch(new RegExp(`^faults\\[0\\]\\.?${expected}`));
  });

  it.each([
    { kind: 'crash', node: 'v1', disk: 'torn', batches: 0 },
    { kind: 'clock', node: 'v1', drift: -1 },
    { kind: 'clock', node: 'v1', offset: '-1 s' },
    { kind: 'cut' },
    { kind: 'cut', from: 'v1' },
    { kind: 'cut', from: ['v1', 'p1'], to: ['v1', 'p1'] },
    { kind: 'degrade', link: { drop: 0 } },
  ])('has nothing to say of %o', (fault) => {
    expect(onFault(fault)).toEqual([]);
  });
});

describe('idleActs', () => {
  it.each([
    ['v1', { act: 'lie', about: 'balance', by: 0 }, 'by: .*to add 0'],
    ['v1', { act: 'wrong-name', as: 'v1' }, 'as: .*v1 signs as itself'],
    ['v1', { act: 'selective-service', serves: {} }, 'serves: .*serves everybody'],
    ['v1', { act: 'collude', with: 'alice' }, 'with: "alice" is not Byzantine'],
    ['v1', { act: 'collude', with: 'shop' }, 'with: "shop" is not Byzantine'],
    ['bob', { act: 'inadmissible', kind: 'long-name', targets: [] }, 'targets: .*to nobody'],
    ['bob', { act: 'forged-share', of: 'alice' }, 'of: .*alice signs alone'],
    ['v1', { act: 'withhold', kinds: [] }, 'kinds: "kinds" leaves'],
  ])('advises on what %s does: %o', (node, act, expected) => {
    const advice = onAct(node, act);
    expect(advice).toHaveLength(1);
    expect(advice[0]).toMatch(new RegExp(`^byzantine\\[0\\]\\.acts\\[0\\]\\.${expected}`));
  });

  it.each([
    ['v1', ['v1'], 'itself; name another node'],
    ['v1', ['v1', 'v2'], 'itself and v2; name another node'],
    ['v1', ['alice', 'bob'], 'alice and bob; name the senders instead'],
    ['p2', ['p2'], 'itself; name another node'],
    ['p2', ['alice'], 'alice; name another node'],
  ])('advises on what %s does only to %s, with whom it never deals', (node, peers, expected) => {
    const cluster = { ...CLUSTER, proxies: 2 };
    const kinds = node === 'p2' ? { act: 'drop' } : { act: 'withhold' };
    expect(onAct(node, { ...kinds, only: { peers } }, { cluster })).toEqual([
      `byzantine[0].acts[0].only.peers: the act does nothing: ${node} never deals with ${expected}`,
    ]);
  });

  it('has nothing to say of what a node does to others as well, or to itself where it asks itself', () => {
    const act = { act: 'withhold', only: { peers: ['v1'] } };
    expect(onAct('v1', { ...act, only: { peers: ['v1', 'p1'] } })).toEqual([]);
    expect(onAct('v2', act, { changes: [RENEWAL] })).toEqual([]);
    expect(onAct('v1', { ...act, only: { peers: ['alice'] } }, { workload: [SIGNS] })).toEqual([]);
    const acts = [
      { id: 'a', ...act },
      { id: 'r', act: 'take-role', role: 'sender', at: '1 s' },
    ];
    expect(adviceOn({ byzantine: [{ id: 'b', node: 'v1', acts }] })).toEqual([]);
  });

  const SNAPSHOT = { act: 'false-snapshot', of: 'alice', shows: 'nothing' };
  const CHANGE = { act: 'false-change', forges: 'members', members: ['v1'] };
  const PROPOSAL = { act: 'propose', at: '1 s', members: ['v1'] };

  it.each([
    ['v1', SNAPSHOT, 'nobody asks for a snapshot'],
    ['v1', CHANGE, 'nobody tells of any'],
    ['v1', { ...CHANGE, at: '1 s' }, 'nobody tells of any'],
    ['v1', { ...CHANGE, forges: 'certificate' }, 'nobody tells of any'],
    ['alice', { act: 'leaked-keys', to: 'bob', amount: 1 }, 'no epoch ends, and no keys leak'],
  ])(
    'advises %s on what takes a change of committee that never comes: %o',
    (node, act, expected) => {
      expect(onAct(node, act)).toEqual([
        `byzantine[0].acts[0].act: the act does nothing: without a change of committee ${expected}`,
      ]);
      expect(onAct(node, act, { changes: [RENEWAL] })).toEqual([]);
      const liar = { id: 'c', node: 'v2', acts: [{ id: 'p', ...PROPOSAL }] };
      const acts = [{ id: 'a', ...act }];
      expect(adviceOn({ byzantine: [{ id: 'b', node, acts }, liar] })).toEqual([]);
    },
  );

  it('has nothing to say of a change that is made up at a moment', () => {
    expect(onAct('v1', { ...CHANGE, forges: 'certificate', at: '1 s' })).toEqual([]);
  });

  it('has nothing to say of what lies, misnames and serves some', () => {
    expect(onAct('v1', { act: 'lie', about: 'nonce', by: -1 })).toEqual([]);
    expect(onAct('v1', { act: 'wrong-name', as: 'v2' })).toEqual([]);
    expect(onAct('v1', { act: 'lie', about: 'pending', by: 0 })).toEqual([]);
    expect(onAct('v1', { act: 'selective-service', serves: { peers: [] } })).toEqual([]);
    expect(onAct('bob', { act: 'forged-share', of: 'shop' })).toEqual([]);
  });

  it('has nothing to say of a validator that uses its former name after it got a fresh key', () => {
    expect(onAct('v1', { act: 'wrong-name', as: 'v1' }, { changes: [RENEWAL] })).toEqual([]);
  });

  it('has nothing to say of liars that collude with a client that may sign what is refused', () => {
    const collude = (partner: string) => ({
      id: 'b',
      node: 'v1',
      acts: [{ id: 'a', act: 'collude', with: partner }],
    });
    const abuse = { id: 'n', act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1 };
    const liar = { id: 'c', node: 'alice', acts: [abuse] };
    const amnesia = { id: 'f', kind: 'amnesia', node: 'alice', age: '1 s', at: '1 s' };
    for (const partner of ['alice', 'shop']) {
      const byzantine = [collude(partner)];
      expect(adviceOn({ byzantine: [...byzantine, liar] })).toEqual([]);
      expect(adviceOn({ byzantine, workload: [SIGNS] })).toEqual([]);
      expect(adviceOn({ byzantine, faults: [amnesia] })).toEqual([]);
    }
  });
});

describe('idleBursts', () => {
  const BURST = [{ id: 'f', kind: 'degrade', at: '1 s', link: { burst: 3 } }];

  it.each([
    [{ faults: BURST }, 'faults[0].link.burst'],
    [{ network: { default: { burst: 3 } } }, 'network.default.burst'],
    [{ network: { links: [{ from: 'p1', to: 'v1', burst: 3 }] } }, 'network.links[0].burst'],
  ])('advises on a burst where nothing is lost: %o', (rest, place) => {
    expect(adviceOn(rest)).toEqual([
      `${place}: "burst" says nothing where nothing is lost: give a drop above 0, or leave it out`,
    ]);
  });

  it.each([
    { faults: [{ ...BURST[0], link: { burst: 3, drop: 0.1 } }] },
    { faults: BURST, network: { default: { drop: 0.1 } } },
    { faults: BURST, network: { links: [{ from: 'p1', to: 'v1', drop: 0.1 }] } },
    { faults: BURST, swarm: {}, expect: {} },
  ])('has nothing to say of a burst where something may be lost: %o', (rest) => {
    expect(adviceOn(rest)).toEqual([]);
  });
});

describe('advice on what reaches nobody', () => {
  it('advises on a transaction that is sent to no validator', () => {
    const steps = [SIGNS.steps[0], { op: 'send', transaction: 'A', validators: [] }];
    expect(adviceOn({ workload: [{ ...SIGNS, steps }] })).toEqual([
      'workload[0].steps[1].validators: the step sends to nobody: name validators, or leave it out',
    ]);
    expect(adviceOn({ workload: [SIGNS] })).toEqual([]);
  });

  it('advises on a change of committee whose certificate nobody is handed', () => {
    expect(adviceOn({ changes: [{ ...RENEWAL, deliver: [] }] })).toEqual([
      'changes[0].deliver: the change never comes: its certificate goes to nobody; name validators, or leave it out',
    ]);
    expect(adviceOn({ changes: [{ ...RENEWAL, deliver: ['v1'] }] })).toEqual([]);
  });
});
