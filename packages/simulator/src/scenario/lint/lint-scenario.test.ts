import { describe, expect, it } from 'vitest';
import { BASE, withLine } from '../../../test/base-scenario.ts';
import { formatDiagnostic } from '../diagnostic.ts';
import { lintScenario } from './lint-scenario.ts';

/** What a scenario needs that is meant as it stands. */
const SOUND = `${withLine(2, 'name: base\ndescription: Alice pays Bob.')}expect:
  balances: { bob: 100 }
`;

const PAY = '{ op: pay, to: bob, amount: 100 }';
const HASTY = '{ op: pay, to: bob, amount: 100, await: false }';
const BATCH = '{ op: batch, steps: [{ op: pay, to: bob, amount: 1 }, { op: leave-committee }] }';
const CLAIMS =
  '{ op: batch, steps: [{ op: pay, to: bob, amount: 100 }, { op: claim, data: "0x00", verifiers: [bob] }], form: full }';
const CREATE = '{ op: create-token, as: gold }';
const LINKS = 'network:\n  links:\n    - { from: "*", to: v1 }\n    - { from: p1, to: v1 }';
const LATE = '{ id: f, kind: crash, node: v1, at: 1 s, restartAfter: 59 s }';
const HONEST = '{ id: b, node: v1, acts: [] }';
const STALE = (members: string) =>
  `byzantine:\n  - { id: b, node: p1, acts: [{ id: a, act: stale-committee, members: [${members}] }] }\n`;
const FOREIGN_PART = / {4}bob: {}[\s\S]*amount: 100 }/;
const foreign = (ending: string) => `    bob: {}
    carol: {}
  accounts:
    shop: { signers: [bob, carol], quorum: 1 }
workload:
  - id: pays
    client: alice
    steps:
      - { op: pay, to: bob, amount: 100, from: shop, ${ending} }`;
const FEES = 'cluster:\n  fees: { amount: 1, account: bob }';
const FEE_TOKEN = FEES.replace(' }', ', token: { of: alice, amount: 2 } }');
const OTHER_FEE_TOKEN = `${CREATE}\n      - { op: create-token, as: silver }\n      - { op: burn, token: silver, amount: 1 }`;
const CUT = (ends: string) => `faults: [{ id: c, kind: cut, at: 1 s, ${ends} }]\n`;
const RENEWAL = 'changes: [{ id: c, at: 1 s, members: [v1] }]\n';
const PROPOSED =
  'byzantine: [{ id: b, node: v1, acts: [{ id: a, act: propose, at: 2 s, members: [v1] }] }]\n';
const TERMS = '{ op: escrow-terms, as: fair, fee: 10 }';
const ORDER = '{ op: escrow-job, as: logo, terms: fair, provider: bob, fee: 20 }';
const SERVES =
  'byzantine: [{ id: b, node: v1, acts: [{ id: a, act: selective-service, serves: { senders: [alice] } }] }]\n';
const OWN_DEALINGS = (more: string) =>
  `byzantine: [{ id: b, node: v1, acts: [{ id: f, act: forge, only: { peers: [v1] } }${more}] }]\n`;
const PROVENANCE = `provenance: { seed: '0x1', tool: 0.1.0, traceHash: ${'ab'.repeat(32)} }\n`;
const NOTHING = 'expect:\n  tokens: { gold: {} }\n  certificates: 2\nx-b: 1';

function adviceOn(text: string): readonly string[] {
  const { mistakes, advice } = lintScenario(text, 'x.yaml');
  expect(mistakes).toEqual([]);
  return advice.map(formatDiagnostic);
}

describe('lintScenario', () => {
  it('has nothing to say about a sound scenario', () => {
    expect(adviceOn(SOUND)).toEqual([]);
  });

  it('reports what keeps a file from being loaded, and then nothing else', () => {
    const { mistakes, advice } = lintScenario('version: 2\n', 'x.yaml');
    expect(mistakes.map(({ path }) => path)).toContain('version');
    expect(advice).toEqual([]);
  });

  it('advises on a scenario that says and expects nothing', () => {
    expect(adviceOn(BASE)).toEqual([
      'x.yaml:1:1: there is no description: say in a sentence what it shows',
      'x.yaml:1:1: there is no expectation, so that only an invariant can fail it',
    ]);
  });

  it('advises in the order of the file', () => {
    const text = SOUND.replace('    bob: {}', '    bob: {}\n    carol: {}');
    expect(adviceOn(text.replace('expect:', 'expect:\n  outcomes: {}'))).toEqual([
      expect.stringMatching(/^x\.yaml:9:5: /),
      expect.stringMatching(/^x\.yaml:16:3: /),
    ]);
  });

  it('advises on a run in which nobody does anything', () => {
    expect(adviceOn(SOUND.replace(/workload:[\s\S]*?(?=expect)/, 'workload: []\n'))).toContain(
      'x.yaml:9:1: nobody does anything, so there is nothing to check',
    );
  });

  it.each([
    ['changes', RENEWAL],
    ['liars', STALE('v1, v2, v3')],
  ])('takes %s for something that is done', (_, stated) => {
    const text = SOUND.replace(/workload:[\s\S]*?(?=expect)/, `workload: []\n${stated}`);
    expect(adviceOn(text).join()).not.toContain('nobody does anything');
  });

  it.each([
    [
      'a client without a part',
      '    bob: {}',
      '    bob: {}\n    carol: {}',
      '9:5: .*"carol" does nothing',
    ],
    ['a token without a use', PAY, `${CREATE}\n      - ${PAY}`, '13:9: .*token "gold"'],
    ['a payment never sent', PAY, '{ op: sign, as: A, to: bob, amount: 1 }', '13:21: .*sends "A"'],
    ['a form of what has one', PAY, PAY.replace(' }', ', form: full }'), '13:42: .*forms are one'],
    [
      'a fee that nobody charges',
      PAY,
      `${CREATE}\n      - ${PAY.replace(' }', ', feeToken: gold }')}`,
      '14:42: .*costs anything',
    ],
    [
      'a token that nobody creates to pay fees in',
      'cluster:',
      FEE_TOKEN,
      '5:45: .*"alice" creates no token',
    ],
    [
      'a token to pay fees in that its client creates too late, if a seed draws for others',
      'cluster:',
      `swarm: {}\n${FEE_TOKEN}`,
      '6:45: .*"alice" creates no token',
    ],
    ['a last payment not awaited', PAY, HASTY, '13:42: .*no step follows'],
    [
      'a payment awaited after all',
      PAY,
      `${HASTY}\n      - ${BATCH}`,
      '13:42: .*the next step, "batch", waits for it anyway',
    ],
    ['an entry without steps', /steps:\n.*\n/, 'steps: []\n', '12:5: .*has no step'],
    ['a link in the shadow', 'workload:', `${LINKS}\nworkload:`, '12:7: .*never matches'],
    [
      'a node back too late',
      'expect:',
      `faults:\n  - ${LATE}\nexpect:`,
      '15:46: .*not back before',
    ],
    ['a node without acts', 'expect:', `byzantine:\n  - ${HONEST}\nexpect:`, '15:24: .*honest'],
    [
      'a fault that lasts no time',
      'expect:',
      'faults:\n  - { id: f, kind: cut, from: v1, at: 1 s, for: 0 s }\nexpect:',
      '15:44: .*over as soon',
    ],
    [
      'an act that touches nothing',
      'expect:',
      `byzantine:\n  - { id: b, node: v1, acts: [{ id: a, act: withhold, kinds: [] }] }\nexpect:`,
      '15:55: .*"kinds" leaves',
    ],
    [
      'an act that touches nobody',
      'expect:',
      `byzantine:\n  - { id: b, node: v1, acts: [{ id: a, act: forge, only: { peers: [] } }] }\nexpect:`,
      '15:60: .*"only.peers" leaves',
    ],
    ['an empty expectation', 'expect:', 'expect:\n  outcomes: {}', '15:3: .*empty'],
    [
      'a client of whose states nothing is expected',
      'expect:',
      'expect:\n  states: { alice: {} }',
      '15:13: .*nothing of the states of "alice"',
    ],
    ['an empty list', 'expect:', 'expect:\n  sometimes: []', '15:3: .*empty'],
    [
      'a threshold without a bound',
      'expect:',
      'expect:\n  thresholds: [{ metric: finality-time }]',
      '15:16: .*bounds nothing',
    ],
    [
      'a late entry',
      'client: alice',
      'client: alice\n    start: 1 min',
      '12:5: .*not begin before',
    ],
    [
      'waits beyond the end',
      PAY,
      `{ op: wait, for: 30 s }\n      - { op: wait, for: 30 s }\n      - ${PAY}`,
      '14:21: .*wait is not over before',
    ],
    [
      'a wait beyond the end after a late beginning',
      /client: alice([\s\S]*){ op: pay/,
      'client: alice\n    start: 30 s$1{ op: wait, for: 30 s }\n      - { op: pay',
      '14:21: .*wait is not over before',
    ],
    [
      'a refusal of what is final',
      PAY,
      PAY.replace(' }', ', outcome: final, code: InvalidSignature }'),
      '13:58: .*has no code',
    ],
    [
      'a refusal of what is incomplete',
      PAY,
      PAY.replace(' }', ', outcome: incomplete, code: InvalidSignature }'),
      '13:63: .*has no code',
    ],
    [
      'a network that is split where nobody talks',
      'expect:',
      `${CUT('from: [v1, v2], to: [v1, v3]')}expect:`,
      '14:55: .*fault does nothing.*validators talk with each other about changes',
    ],
    [
      'a node that acts for others',
      FOREIGN_PART,
      foreign('outcome: final'),
      '16:42: .*not among the signers of "shop"',
    ],
    ['an epoch without changes', 'expect:', 'expect:\n  epoch: 1', '15:3: .*stays, in epoch 0'],
    [
      'an epoch beyond all changes',
      'expect:',
      `${RENEWAL}expect:\n  epoch: 2`,
      '16:3: .*no further than epoch 1',
    ],
    [
      'a node that clings to a committee that stays',
      'expect:',
      `${STALE('v1, v2, v3, v4')}expect:`,
      '15:40: .*these members are the committee',
    ],
    [
      'a token of no account',
      PAY,
      `${CREATE}\n      - ${PAY}\n${NOTHING}`,
      '16:13: .*token "gold"',
    ],
  ])('advises on %s', (_, before, after, expected) => {
    const [advice, ...more] = adviceOn(
      SOUND.replace(before, after).replace(/(x-b: 1\n)expect:/, '$1x-c:'),
    );
    expect(more).toEqual([]);
    expect(advice).toMatch(new RegExp(`^x\\.yaml:${expected}`));
  });

  it.each([
    ['', '15:42: .*paid in native tokens, so it is refused'],
    [', outcome: refused', undefined],
  ])(
    'advises on a fee in a token where all are native, unless it is refused%s',
    (ending, expected) => {
      const pay = PAY.replace(' }', `, feeToken: gold${ending} }`);
      const text = SOUND.replace('cluster:', FEES).replace(PAY, `${CREATE}\n      - ${pay}`);
      const advice = adviceOn(text);
      expect(advice).toEqual(
        expected === undefined ? [] : [expect.stringMatching(new RegExp(`^x\\.yaml:${expected}`))],
      );
    },
  );

  it.each([
    [
      'a token to pay fees in that is created',
      PAY,
      `${CREATE}\n      - ${PAY.replace(' }', ', token: gold }')}`,
    ],
    [
      'one that comes after a refusal',
      PAY,
      `${PAY.replace(' }', ', outcome: refused }')}\n      - ${CREATE}\n      - ${PAY.replace(' }', ', feeToken: gold }')}`,
    ],
    [
      'one that comes after what is sent for others',
      FOREIGN_PART,
      `${foreign('outcome: final').replace('signers: [bob, carol]', 'signers: [alice, carol]')}\n      - ${CREATE}\n      - ${PAY}`,
    ],
    ['one that all are to pay by default', PAY, `${CREATE}\n      - ${PAY}`],
    ['one that a seed has created', /workload:[\s\S]*?(?=expect)/, 'swarm: {}\nworkload: []\n'],
  ])('has nothing to say about %s', (_, before, after) => {
    expect(adviceOn(SOUND.replace('cluster:', FEE_TOKEN).replace(before, after))).toEqual([]);
  });

  it('advises on a token to pay fees in that comes after something else was signed by hand', () => {
    const steps = `{ op: sign, as: A, to: bob, amount: 1 }\n      - { op: send, transaction: A, validators: [v1] }\n      - ${CREATE}\n      - { op: burn, token: gold, amount: 1 }`;
    const advice = adviceOn(SOUND.replace('cluster:', FEE_TOKEN).replace(PAY, steps));
    expect(advice).toEqual([expect.stringContaining('"alice" creates no token')]);
  });

  it('advises on a fee in another token than that of the fees, unless it is refused', () => {
    const advised = (ending: string) => {
      const paid = PAY.replace(' }', `, feeToken: silver${ending} }`);
      return adviceOn(
        SOUND.replace('cluster:', FEE_TOKEN).replace(PAY, `${OTHER_FEE_TOKEN}\n      - ${paid}`),
      );
    };
    expect(advised(', outcome: refused')).toEqual([]);
    expect(advised('')).toEqual([
      'x.yaml:17:42: workload[0].steps[3]: fees are paid in native tokens or in "gold", so it is refused',
    ]);
  });

  it.each([
    ['a client that gets the fees', 'cluster:', `${FEES.replace('bob', 'carol')}`],
    ['what a step ends with', /expect:[\s\S]*/, ''],
    ['the code that a step ends with', /expect:[\s\S]*/, '', ', code: InvalidSignature }'],
    ['what a frozen run came to', /expect:[\s\S]*/, PROVENANCE, ' }'],
  ])('takes %s for something', (_, before, after, ending = ', outcome: final }') => {
    const text = SOUND.replace('    bob: {}', '    bob: {}\n    carol: {}');
    const ended = text.replace(PAY, PAY.replace(' }', ending));
    const idle = '"carol" does nothing';
    const advice = adviceOn(ended.replace(before, after)).filter((each) => !each.includes(idle));
    expect(advice).toEqual([]);
  });

  it.each([
    [
      'a token that somebody reads',
      PAY,
      `${CREATE}\n      - { op: read, token: gold }\n      - ${PAY}`,
    ],
    [
      'a job that somebody reads',
      PAY,
      `${TERMS}\n      - ${ORDER}\n      - { op: read, job: logo }\n      - ${PAY}`,
    ],
    [
      'a job that is expected to come to something',
      /amount: 100 }\nexpect:/,
      `amount: 100 }\n      - ${TERMS}\n      - ${ORDER}\nexpect:\n  jobs: { logo: Funded }`,
    ],
    [
      'a token of which an amount is expected',
      /amount: 100 }\nexpect:/,
      `amount: 100 }\n      - ${CREATE}\nexpect:\n  tokens: { gold: { supply: 0 } }`,
    ],
    ['a form of a claim and more', PAY, CLAIMS],
    ['a node that hears only from some clients', 'expect:', `${SERVES}expect:`],
    [
      'a node that asks itself to sign what it proposes',
      'expect:',
      `${OWN_DEALINGS(', { id: a, act: propose, at: 2 s, members: [v1] }')}expect:`,
    ],
    [
      'a node that may ask itself, depending on the seed',
      'expect:',
      `${OWN_DEALINGS('')}swarm: {}\nexpect:`,
    ],
    [
      'an epoch that a change and a proposal lead to',
      'expect:',
      `${RENEWAL}${PROPOSED}expect:\n  epoch: 2`,
    ],
    ['a token that a seed may use', PAY, `${CREATE}\n      - ${PAY}\nswarm: {}`],
    [
      'a node that comes back as the chaos ends',
      'expect:',
      `faults: [${LATE}]\nphases: { chaos: 30 s }\nlimits: { simTime: 60 s }\nexpect:`,
    ],
    [
      'a node that comes back in a run of its own length',
      'expect:',
      `faults: [${LATE}]\nswarm: {}\nexpect:`,
    ],
    [
      'a split of validators before a change',
      'expect:',
      `${RENEWAL}${CUT('from: v1, to: v2')}expect:`,
    ],
    ['a split that concerns the proxy', 'expect:', `${CUT('from: [v1, p1], to: [v2, v3]')}expect:`],
    ['an entry that begins before the end', 'client: alice', 'client: alice\n    start: 59 s'],
    [
      'an entry that begins before the end that a seed may draw',
      'client: alice',
      'client: alice\n    start: 60 s',
      'swarm: {}\n',
    ],
    [
      'a client whose only part is to get the fees',
      /cluster:([\s\S]*bob: {})/,
      'cluster:\n  fees: { amount: 1, account: carol }$1\n    carol: {}',
    ],
    ['a stranger who is to be refused', FOREIGN_PART, foreign('outcome: refused')],
    ['a stranger who is to be refused so', FOREIGN_PART, foreign('code: InvalidSignature')],
    [
      'what waits for a transaction that is incomplete',
      PAY,
      PAY.replace(' }', ', outcome: incomplete, code: PreviousTransactionMustBeConfirmedFirst }'),
    ],
    ['an epoch that a change leads to', 'expect:', `${RENEWAL}expect:\n  epoch: 1`],
    ['a proxy that takes some for the committee', 'expect:', `${STALE('v1, v2, v3')}expect:`],
    ['a proxy that misses a change', 'expect:', `${RENEWAL}${STALE('v1, v2, v3, v4')}expect:`],
    ['what a seed may do', 'expect:', 'swarm: {}\nexpect:\n  epoch: 9'],
  ])('has nothing to say about %s', (_, before, after, more = '') => {
    expect(adviceOn(`${SOUND.replace(before, after)}${more}`)).toEqual([]);
  });
});
