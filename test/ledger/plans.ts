import type { Release } from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';

/** Lists every kind of operation, the five of the escrow by their own names. */
export const KINDS = [
  'TokenTransfer',
  'TokenCreation',
  'TokenManagement',
  'Mint',
  'Burn',
  'StateInitialization',
  'StateUpdate',
  'StateReset',
  'ExternalClaim',
  'JoinCommittee',
  'LeaveCommittee',
  'ChangeCommittee',
  'CreateConfig',
  'CreateJob',
  'Submit',
  'Reject',
  'Complete',
] as const;

/** Names a kind of operation. */
export type Kind = (typeof KINDS)[number];

/**
 * An operation before it is known what the ledger holds: numbers choose from what is there later.
 *
 * Each kind reads the fields that it needs.
 */
export interface OperationPlan {
  readonly kind: Kind;
  readonly token: number;
  readonly account: number;
  /** Relative to what the sender holds, for `half`, `all` and `past`. */
  readonly amount: 'zero' | 'one' | 'half' | 'all' | 'past' | 'max';
  readonly cell: number;
  readonly content: number;
  readonly job: number;
  /** Zero is right; anything else is off by that much, or wrong. */
  readonly shift: bigint;
}

/** A transaction before it is known what the ledger holds. */
export interface TransactionPlan {
  /** Whether it goes through admission, or arrives as a certificate whatever admission says. */
  readonly step: 'submit' | 'deliver';
  /** Who sends, unless the first operation has someone who may. */
  readonly sender: number;
  readonly senderIs: 'fitting' | 'any';
  readonly release: Release;
  readonly network: 'ours' | 'other';
  readonly nonceShift: bigint;
  readonly feeToken: number | null;
  readonly operations: readonly OperationPlan[];
}

// Operations that build on each other within one transaction.
const TOGETHER: readonly (readonly Kind[])[] = [
  ['TokenCreation', 'Mint', 'TokenTransfer', 'Burn'],
  ['TokenCreation', 'TokenManagement', 'TokenManagement', 'Mint'],
  ['TokenCreation', 'TokenCreation'],
  ['TokenManagement', 'TokenManagement'],
  ['TokenTransfer', 'TokenTransfer', 'Burn'],
  ['StateInitialization', 'StateUpdate', 'StateReset', 'StateUpdate'],
  ['StateUpdate', 'TokenTransfer'],
  ['CreateConfig', 'CreateJob'],
  ['CreateConfig', 'CreateJob', 'Submit', 'Complete'],
  ['CreateJob', 'CreateJob'],
  ['Submit', 'Complete'],
  ['Submit', 'Reject'],
  ['JoinCommittee', 'LeaveCommittee', 'CreateConfig'],
  ['ExternalClaim', 'TokenTransfer'],
  ['ExternalClaim', 'ExternalClaim'],
];

const PLAIN = {
  token: 0,
  account: 0,
  amount: 'half',
  cell: 0,
  content: 2,
  job: 0,
  shift: 0n,
} as const;

// What an opening leaves behind: two tokens, one of them updated (the second time in vain), cells,
// two configs and three jobs.
const OPENING: readonly TransactionPlan[] = (
  [
    [0, { kind: 'TokenCreation', amount: 'half', account: 2, cell: 1 }],
    [1, { kind: 'TokenCreation', amount: 'half', account: 3, cell: 1 }],
    [0, { kind: 'TokenManagement', token: 1, account: 2, content: 0 }],
    [0, { kind: 'TokenManagement', token: 1, account: 2, content: 0, shift: -1n }],
    [0, { kind: 'StateInitialization' }],
    [1, { kind: 'StateInitialization' }],
    [2, { kind: 'StateInitialization' }],
    [2, { kind: 'CreateConfig', token: 1, content: 5 }],
    [3, { kind: 'CreateConfig', token: 0, content: 1 }],
    [0, { kind: 'CreateJob', job: 0, account: 2 }],
    [0, { kind: 'CreateJob', job: 1, account: 3, amount: 'one' }],
    [1, { kind: 'CreateJob', job: 1, account: 1, amount: 'one' }],
  ] as const
).map(([sender, operation]) => ({
  step: 'submit',
  sender,
  senderIs: 'any',
  release: 'Release20260508',
  network: 'ours',
  nonceShift: 0n,
  feeToken: null,
  operations: [{ ...PLAIN, ...operation }],
}));

/** Chooses a history: what comes of it depends on the ledger that it meets. */
export function anyHistory(
  steps: readonly TransactionPlan['step'][],
): Arbitrary<readonly TransactionPlan[]> {
  const anyStep = anyTransactionPlan(steps);
  const few = fc.array(anyStep, { minLength: 1, maxLength: 4 });
  const many = fc.array(anyStep, { minLength: 12, maxLength: 24 });
  const opening = fc.constantFrom(OPENING, OPENING, []);
  return fc
    .tuple(opening, fc.oneof({ withCrossShrink: true }, few, many))
    .map(([before, after]) => [...before, ...after]);
}

function anyTransactionPlan(steps: readonly TransactionPlan['step'][]): Arbitrary<TransactionPlan> {
  return fc.record({
    step: fc.constantFrom(...steps),
    sender: fc.nat({ max: 3 }),
    senderIs: fc.constantFrom('fitting', 'fitting', 'fitting', 'any'),
    release: fc.constantFrom<Release[]>(
      'Unversioned',
      'Release20260319',
      'Release20260407',
      'Release20260508',
    ),
    network: mostly('ours' as const, 'other'),
    nonceShift: mostly(0n, 1n, -1n),
    feeToken: fc.oneof(fc.constant(null), fc.nat({ max: 3 })),
    operations: fc.oneof(
      { weight: 10, arbitrary: anyOperationPlan(fc.constantFrom(...KINDS)).map((plan) => [plan]) },
      { weight: 6, arbitrary: anyTogether() },
      { weight: 3, arbitrary: fc.array(anyOperationPlan(fc.constantFrom(...KINDS))) },
    ),
  });
}

function anyTogether(): Arbitrary<readonly OperationPlan[]> {
  return fc
    .constantFrom(...TOGETHER)
    .chain((kinds) => fc.tuple(...kinds.map((kind) => anyOperationPlan(fc.constant(kind)))));
}

function anyOperationPlan(kind: Arbitrary<Kind>): Arbitrary<OperationPlan> {
  return fc.record({
    kind,
    token: fc.nat({ max: 6 }),
    account: fc.nat({ max: 6 }),
    amount: fc.constantFrom('one', 'one', 'one', 'half', 'half', 'all', 'past', 'max', 'zero'),
    cell: fc.nat({ max: 1 }),
    content: fc.nat({ max: 7 }),
    job: fc.nat({ max: 6 }),
    shift: mostly(0n, 1n, -1n),
  });
}

function mostly<T>(usual: T, ...others: readonly T[]): Arbitrary<T> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}
