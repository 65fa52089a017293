import { describe, expect, it } from 'vitest';
import { pay, type ScenarioParts, scenarioOf } from '../../test/scenarios.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';

const CLIENTS = { alice: { balance: 100 }, bob: { balance: 100 }, mallory: { balance: 10 } };

const STEPS = {
  alice: [{ op: 'wait', for: '1 s' }, pay('bob', 1), pay('bob', 2), pay('bob', 3)],
  bob: [{ op: 'wait', for: '1 s' }, pay('alice', 1), pay('alice', 2), pay('alice', 3)],
};

/** Alice and Bob pay while four validators hand over to three of them and a fifth. */
const HANDOVER: ScenarioParts = {
  validators: 4,
  candidates: 1,
  clients: CLIENTS,
  steps: STEPS,
  changes: [{ id: 'change', members: ['v2', 'v3', 'v4', 'v5'], at: '1200 ms' }],
  limits: { simTime: '120 s' },
};

/** The same, while Mallory signs two rivals. */
function changing(
  node: string,
  acts: readonly object[],
  when: object = { at: '1200 ms' },
): Scenario {
  return scenarioOf({
    ...HANDOVER,
    changes: [{ id: 'change', members: ['v2', 'v3', 'v4', 'v5'], ...when }],
    byzantine: [
      { id: 'twice', node: 'mallory', acts: node === 'mallory' ? acts : [RIVALS] },
      ...(node === 'mallory' ? [] : [{ id: 'liar', node, acts }]),
    ],
  });
}

const RIVALS = {
  id: 'rivals',
  act: 'equivocate',
  at: '1100 ms',
  rivals: [
    { to: 'alice', amount: 10, validators: ['v1', 'v2'] },
    { to: 'bob', amount: 10, validators: ['v3', 'v4'] },
  ],
  cross: '3 s',
};

function lie(of: string, shows: string, more: object = {}): object {
  return { id: `${shows}-${of}`, act: 'false-snapshot', of, shows, ...more };
}

const ACTS: readonly (readonly [string, string, readonly object[]])[] = [
  ['a snapshot that hides a lock', 'v4', [lie('alice', 'nothing')]],
  ['a page that its root does not name', 'v4', [lie('alice', 'other-page')]],
  ['a page whose accounts are out of their order', 'v4', [lie('alice', 'out-of-order')]],
  ['a snapshot with an account on two pages', 'v4', [lie('alice', 'repeated')]],
  ['a snapshot of another change', 'v4', [lie('alice', 'other-change')]],
  ['a snapshot of another epoch', 'v4', [lie('alice', 'other-epoch')]],
  ['a payment for another network', 'v4', [lie('mallory', 'other-network', { to: 'bob' })]],
  ['a payment for a later nonce', 'v4', [lie('mallory', 'other-nonce', { to: 'bob' })]],
  ['three rivals for one nonce', 'v4', [lie('mallory', 'three-rivals', { to: 'bob' })]],
  ['a contest that is half forged', 'v4', [lie('mallory', 'half-forged', { to: 'bob' })]],
  ['a snapshot that hides one of two rivals', 'v4', [lie('mallory', 'nothing')]],
  ['a snapshot that shows a rival', 'v4', [lie('mallory', 'rival', { to: 'bob', amount: 9 })]],
  ['an overdraft in a snapshot', 'v4', [lie('mallory', 'rival', { to: 'bob', amount: 999 })]],
  ['a snapshot that frames', 'v4', [lie('alice', 'forgery', { to: 'mallory', amount: 9 })]],
  ['a snapshot that claims a nonce', 'v4', [lie('alice', 'later-nonce')]],
  ['signatures whatever is locked or frozen', 'v4', [{ id: 'signs', act: 'double-sign' }]],
  [
    'other members under the signatures of the change',
    'v4',
    [{ id: 'others', act: 'false-change', forges: 'members', members: ['v4', 'v1', 'v5'] }],
  ],
  [
    'a change that the liar has made up and certified alone',
    'v4',
    [
      {
        id: 'made-up',
        act: 'false-change',
        forges: 'certificate',
        members: ['v4'],
        when: { node: 'v4', after: 'signed', count: 3 },
      },
    ],
  ],
  ['epochs that there are not', 'v4', [{ id: 'ahead', act: 'lie', about: 'epoch', by: 1 }]],
  ['epochs that are over', 'v4', [{ id: 'behind', act: 'lie', about: 'epoch', by: -1 }]],
  [
    'a proposal of one operator',
    'v1',
    [{ id: 'alone', act: 'propose', at: '800 ms', members: ['v1', 'v5'] }],
  ],
  [
    'a proposal of one operator, for an account that asks for one',
    'v1',
    [{ id: 'own', act: 'propose', at: '1100 ms', members: ['v2', 'v3', 'v4', 'v5'], quorum: 1 }],
  ],
  [
    'leaked keys',
    'mallory',
    [{ id: 'leak', act: 'leaked-keys', at: '20 s', to: 'bob', amount: 10 }],
  ],
  [
    'leaked keys for a rival of what has settled',
    'mallory',
    [{ id: 'leak', act: 'leaked-keys', at: '20 s', reuse: true, to: 'bob', amount: 10 }],
  ],
  [
    'a leaked key among signatures of the new committee',
    'mallory',
    [{ id: 'mixed', act: 'leaked-keys', at: '20 s', mixed: true, to: 'bob', amount: 10 }],
  ],
];

function broken({ oracles }: RunResult): readonly string[] {
  return oracles.flatMap(({ violations }) => violations.map(({ message }) => message));
}

describe('while the committee changes', () => {
  it.each(ACTS)(
    '%s takes effect and breaks nothing, and honest clients are served',
    (_, node, acts) => {
      const ids = acts.map((act) => (act as { readonly id: string }).id);
      for (const seed of [1n, 2n, 3n]) {
        const run = runScenario(changing(node, acts), { seed });
        expect(broken(run)).toEqual([]);
        expect(typeof run.faults.find(({ kind }) => kind === 'change')?.at).toBe('bigint');
        for (const id of ids)
          expect(typeof run.faults.find((fault) => fault.id === id)?.at).toBe('bigint');
        for (const name of ['alice', 'bob']) {
          expect(outcomeOf(name, run)).toBe('final');
        }
      }
    },
  );

  it.each(ACTS.filter(([, , acts]) => acts.some((act) => 'at' in act || 'when' in act)))(
    '%s reaches somebody: more is sent than without it',
    (_, node, acts) => {
      const sent = (given: readonly object[]) => runScenario(changing(node, given)).costs.messages;
      expect(sent(acts)).toBeGreaterThan(sent([]));
    },
  );

  it.each([{}, { reuse: true }, { mixed: true }])(
    'keys of an epoch that has not ended do nothing, and no report claims that they did: %j',
    (how) => {
      const leak = { id: 'leak', act: 'leaked-keys', at: '1 ms', to: 'bob', amount: 10, ...how };
      const { faults } = runScenario(changing('mallory', [leak]));
      expect(faults.find(({ id }) => id === 'leak')?.at).toBeUndefined();
    },
  );

  it('P10 a proxy that clings to the ended epoch gets nothing certified, and misleads no client', () => {
    const stale = { id: 'stale', act: 'stale-committee', members: ['v1', 'v2', 'v3', 'v4'] };
    const behind = (acts: readonly object[]) =>
      scenarioOf({
        ...HANDOVER,
        proxies: 2,
        clients: { ...CLIENTS, carol: { balance: 100, proxy: 'p2' } },
        steps: { ...STEPS, carol: [pay('bob', 1), { op: 'wait', for: '8 s' }, pay('bob', 2)] },
        byzantine: [{ id: 'liar', node: 'p2', acts }],
      });
    for (const seed of [1n, 2n, 3n]) {
      const outcomes = (run: RunResult) =>
        run.operations.filter(({ client }) => client === 'carol').map(({ outcome }) => outcome);
      expect(outcomes(runScenario(behind([]), { seed }))).toEqual(['final', 'final']);
      const run = runScenario(behind([stale]), { seed });
      expect(broken(run)).toEqual([]);
      expect(outcomes(run)).toEqual(['final', 'unknown']);
      // Until the change its committee is the true one.
      const at = (which: string) =>
        run.faults.find(({ id, kind }) => [id, kind].includes(which))?.at;
      expect(at('stale')).toBeGreaterThan(at('change') ?? 0n);
      expect(servedBy(run)).toBe(1);
      expect(outcomeOf('alice', run)).toBe('final');
      expect(outcomeOf('bob', run)).toBe('final');
    }
  });

  it('C3 a run repeats to the last byte, also with an act at a point of the protocol', () => {
    for (const when of [{ at: '1 s' }, { when: { node: 'v2', after: 'signed', count: 9 } }]) {
      const scenario = changing('v4', [lie('mallory', 'nothing')], when);
      const [one, other] = [runScenario(scenario), runScenario(scenario, { crypto: 'stub' })];
      expect(other.traceHash).toBe(one.traceHash);
      expect(other.drawHash).toBe(one.drawHash);
    }
  });

  it('C3 operators of f liars sign two changes, and the true one too: that alone settles', () => {
    const others = ['v1', 'v2', 'v4', 'v5', 'v7'];
    const liars = ['v3', 'v6'];
    const proposing = liars.map((node, at) => ({
      id: `liar-${node}`,
      node,
      acts: [
        ...[
          ['v3', 'v6'],
          [...others, 'v8'],
        ].map((members, each) => ({
          id: `proposal-${node}-${each}`,
          act: 'propose',
          at: `${700 + 300 * at} ms`,
          members,
          signers: liars,
        })),
        { id: `signs-${node}`, act: 'sign-invalid' },
      ],
    }));
    const members = ['v8', ...others, 'v6'];
    const scenario = scenarioOf({
      ...HANDOVER,
      validators: 7,
      changes: [{ id: 'change', members, at: '1200 ms' }],
      byzantine: proposing,
    });
    for (const seed of [1n, 2n, 3n]) {
      const run = runScenario(scenario, { seed });
      expect(broken(run)).toEqual([]);
      expect(servedBy(run)).toBe(1);
      expect(run.validators.find(({ name }) => name === 'v8')?.status).toBe('active');
      for (const { at } of run.faults) expect(typeof at).toBe('bigint');
      expect(outcomeOf('alice', run)).toBe('final');
    }
  });

  it('C9 used keys are refused, and fresh ones are not', () => {
    const again = (keys: string) =>
      changing('v4', [], { at: '1 s', keys, members: ['v1', 'v2', 'v3', 'v4'] });
    expect(servedBy(runScenario(again('continued')))).toBe(0);
    expect(servedBy(runScenario(again('fresh')))).toBe(1);
  });
});

function outcomeOf(name: string, { accounts }: RunResult) {
  return accounts.find(({ client }) => client === name)?.outcome;
}

/** Counts the changes that were certified. */
function servedBy({ certificates }: RunResult): number {
  return certificates.filter(({ summary }) => summary.includes('changes the committee')).length;
}
