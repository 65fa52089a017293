import { VALIDATOR_RULES, type ValidatorMessage, type ValidatorRules } from '@quorate/core';
import { type Address, factsOf, type TransactionCertificate } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { GivenAnswer, ValidatorStep } from '../oracle.ts';
import { certificateKept } from './certificate-kept.ts';

const certificate: TransactionCertificate = {
  envelope: envelopeOf('01'.repeat(32) as Address, { kind: 'LeaveCommittee' }),
  signatures: [],
};
const conflicting = factsOf(certificate.envelope.transaction).id;

/** Says of v1 that it answers that a certificate contradicts what has settled, and that it writes this. */
function answered(writes: readonly object[]): GivenAnswer {
  const message: ValidatorMessage = { type: 'SubmitCertificate', requestId: 'r', certificate };
  const rejection = { code: 'ConflictingCertificate', rule: 'S2', settled: '00', conflicting };
  const result = { type: 'Rejected', rejection };
  const effects = [
    { type: 'Persist', writes },
    { type: 'Reply', to: 'p1', requestId: 'r', result },
  ];
  const observation = { input: { type: 'Message', from: 'p1', message }, effects };
  const step = { validator: 'v1', observation, changes: [] };
  return { validator: 'v1', result, step } as unknown as GivenAnswer;
}

it('S2 certificate-kept finds that the second of two certificates for one nonce is not kept', () => {
  const { afterAnswer } = certificateKept();
  const key = `conflict/any/${conflicting}`;
  expect(afterAnswer?.(answered([{ key, value: certificate }]))).toBeUndefined();
  const unlike = { ...certificate, signatures: [['v1', 'ff']] };
  const elsewhere = { key: `certificate/any`, value: certificate };
  for (const writes of [[], [{ key, value: undefined }], [{ key, value: unlike }], [elsewhere]]) {
    expect(afterAnswer?.(answered(writes))?.facts).toEqual({
      validator: 'v1',
      transaction: conflicting,
    });
  }
});

/** What v1 holds before it prunes, and the keccak256 of that. */
const SETTLED = { certificate, settledAt: 100n };
const HASH = 'b9f1fdbde4de022a2f769370da7381233f766073aa52c6910f5d41d0aa34f656';
const pruned = '07'.repeat(32);
const place = `${'01'.repeat(32)}/0`;
const policy = { keepPerAccount: 2n, olderThanNanos: 5n };

/**
 * Says what is wrong if v1 prunes, at 105, the first certificate of a sender, which settled at 100.
 */
function gone(
  before: object,
  nextNonce: bigint,
  { left = {}, mark = true, settled = undefined as object | undefined } = {},
) {
  const account = new Map([['01'.repeat(32), { nextNonce }]]);
  const ledger = { settled: new Map([[place, pruned]]), account };
  const key = `certificate/${place}`;
  const value = { pruned, settledAt: 100n, hash: HASH, ...left };
  const writes = [{ key, value }, ...(mark ? [{ key: 'pruning/next', value: {} }] : [])];
  const handover = { pushes: [], late: new Map() };
  const observation = {
    before: { status: 'active', handover, pruning: { policy }, ...before },
    input: { type: 'Loaded', rows: [[{ key, value: SETTLED }]] },
    after: { ledger },
    effects: [{ type: 'Persist', writes }],
  };
  const now = () => 105n;
  const step = { validator: 'v1', observation, changes: [], now } as unknown as ValidatorStep;
  const { noteSettlement, afterStep } = certificateKept();
  if (settled !== undefined)
    noteSettlement?.({ facts: { id: pruned, transaction: settled } } as never);
  return afterStep?.(step)?.facts['lacking'];
}

it('C7 certificate-kept finds a validator that prunes while the committee changes', () => {
  const changing = 'lets go while its committee changes';
  const handover = (pushes: readonly object[], late: ReadonlyMap<string, object>) => ({
    handover: { pushes, late },
  });
  expect(gone({}, 3n)).toBeUndefined();
  expect(gone({ status: 'merging' }, 3n)).toBe(changing);
  expect(gone(handover([{ epoch: 1 }], new Map()), 3n)).toBe(changing);
  expect(gone(handover([], new Map([[place, {}]])), 3n)).toBe(changing);
});

it('P7 certificate-kept finds a validator that prunes more than it was told to', () => {
  const older = { pruning: { policy: { ...policy, olderThanNanos: 6n } } };
  expect(gone({}, 2n)).toBe('lets go of the newest of a sender');
  expect(gone(older, 3n)).toBe('lets go of what is not old enough');
  expect(gone({ pruning: undefined }, 3n)).toBe('lets go of what it was told to keep');
});

it.each([
  ['is archival', { archival: true, operations: [] }, true],
  ['asks for a seat', { archival: false, operations: [{ kind: 'JoinCommittee' }] }, true],
  ['is neither', { archival: false, operations: [] }, false],
])('P7 certificate-kept finds a validator that prunes what %s', (_, settled, isFound) => {
  expect(gone({}, 3n, { settled }) !== undefined).toBe(isFound);
});

it('S7 certificate-kept finds a validator that leaves a trace of another certificate than it had', () => {
  const other = 'keeps a trace of another certificate than it had';
  expect(gone({}, 3n, { left: { settledAt: 99n } })).toBe(other);
  expect(gone({}, 3n, { left: { hash: '08'.repeat(32) } })).toBe(other);
});

it('certificate-kept finds a validator that a crash would keep from pruning what it has passed', () => {
  const unmarked = 'lets go and does not mark in the same write how far it has come';
  expect(gone({}, 3n, { mark: false })).toBe(unmarked);
});

const claimed = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [{ op: 'claim', data: '0x07', verifiers: ['bob'], quorum: 1 }] },
});

it('S7 certificate-kept finds a validator that keeps a certificate without the verifiers of its claim', () => {
  const { effects } = VALIDATOR_RULES;
  // Nobody else can settle a claim without verifiers, so a lagging validator is shown it in vain
  // (S1, P6).
  const rows: typeof effects.rows = (delivery, scratch) => {
    const { certificate: whole, facts } = delivery;
    const bare = { ...whole, envelope: { ...whole.envelope, transaction: facts.signingForm } };
    return effects.rows({ ...delivery, certificate: bare }, scratch);
  };
  const validatorRules = { ...VALIDATOR_RULES, effects: { ...effects, rows } };
  const wrong = runScenario(claimed, { validatorRules });
  expect(violationsOf('certificate-kept', wrong)).toBeGreaterThan(0);
});

it('S5 certificate-kept finds a validator of whose settlement a power cut could leave a part', () => {
  const { order } = VALIDATOR_RULES;
  const inTwo = (isFirst: (key: string) => boolean): ValidatorRules['order']['S5'] => {
    return ({ type, writes }, answer) => [
      { type, writes: writes.filter(({ key }) => isFirst(key)) },
      { type, writes: writes.filter(({ key }) => !isFirst(key)) },
      answer,
    ];
  };
  const wrongly = (S5: ValidatorRules['order']['S5']) =>
    violationsOf(
      'certificate-kept',
      runScenario(claimed, { validatorRules: { ...VALIDATOR_RULES, order: { ...order, S5 } } }),
    );
  for (const part of ['certificate/', 'account/', 'settled/', 'claim/', 'transaction/']) {
    expect(wrongly(inTwo((key) => key.startsWith(part)))).toBeGreaterThan(0);
  }
  expect(wrongly(order.S5)).toBe(0);
});

it('C2 certificate-kept finds a validator that does not note that a verifier has signed', () => {
  const settle: ValidatorRules['settle'] = (delivery) => {
    const settlement = VALIDATOR_RULES.settle(delivery);
    const changes = settlement.changes.filter(({ table }) => table !== 'signer');
    return { ...settlement, changes };
  };
  const wrong = runScenario(claimed, { validatorRules: { ...VALIDATOR_RULES, settle } });
  expect(violationsOf('certificate-kept', wrong)).toBeGreaterThan(0);
  expect(violationsOf('certificate-kept', runScenario(claimed))).toBe(0);
});

it('S7 certificate-kept finds a validator that dates a settlement by the timestamp of the sender', () => {
  const { effects } = VALIDATOR_RULES;
  const rows: typeof effects.rows = (delivery, scratch) => {
    const { env, transaction } = delivery;
    return effects.rows({ ...delivery, env: { ...env, now: transaction.timestampNanos } }, scratch);
  };
  const validatorRules = { ...VALIDATOR_RULES, effects: { ...effects, rows } };
  expect(
    violationsOf('certificate-kept', runScenario(claimed, { validatorRules })),
  ).toBeGreaterThan(0);
});

const delivered = scenarioOf({
  clients: { alice: { balance: 1_000 }, bob: {}, carol: {} },
  steps: {
    alice: [{ op: 'escrow-job', as: 'logo', terms: 'flat', provider: 'bob', fee: 200 }],
    bob: [{ op: 'escrow-submit', job: 'logo', deliverable: 'logo.svg' }],
    carol: [
      { op: 'escrow-terms', as: 'flat', fee: 20 },
      { op: 'wait', for: '5 s' },
      { op: 'escrow-complete', job: 'logo' },
    ],
  },
});

type Rows = ReturnType<ValidatorRules['effects']['rows']>;

/** What validators write instead of the rows that begin like this, and the names of what they do. */
const WRONGLY: readonly (readonly [string, (row: Rows[number]) => Rows])[] = [
  ['are not there', () => []],
  ['stand elsewhere', ({ key, value }) => [{ key: `${key.slice(0, -1)}x`, value }]],
  ['lead elsewhere', ({ key }) => [{ key, value: { sender: '07'.repeat(32), nonce: 7n } }]],
  ['are too many', (row) => [row, { ...row, key: `${row.key.slice(0, -1)}x` }]],
];

it.each(
  ['transaction/', 'sequence/', 'credit/', 'submit/', 'decision/', 'jobs/'].flatMap((prefix) =>
    WRONGLY.map(([how, wrongly]) => [prefix, how, wrongly] as const),
  ),
)(
  'S7 certificate-kept finds a validator whose rows that begin with %s %s',
  (prefix, _, wrongly) => {
    const { effects } = VALIDATOR_RULES;
    const rows: typeof effects.rows = (delivery, scratch) =>
      effects
        .rows(delivery, scratch)
        .flatMap((row) => (row.key.startsWith(prefix) ? wrongly(row) : [row]));
    const validatorRules = { ...VALIDATOR_RULES, effects: { ...effects, rows } };
    const wrong = runScenario(delivered, { validatorRules });
    expect(violationsOf('certificate-kept', wrong)).toBeGreaterThan(0);
  },
);

it('S7 certificate-kept finds nothing where every row leads to its certificate', () => {
  expect(violationsOf('certificate-kept', runScenario(delivered))).toBe(0);
});
