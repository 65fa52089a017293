import type { EscrowOperation, Operation } from '@quorate/protocol';
import {
  address,
  byKind,
  bytes32,
  type Check,
  fields,
  hexBytes,
  hexOf,
  listOf,
  oneOf,
  optional,
  orNull,
  text,
  unsigned,
  whole,
} from './check-shape.ts';

const AMOUNT = unsigned(256n);
const U64 = unsigned(64n);
const U32 = whole(0, 2 ** 32 - 1);

/** A check for each field of a type, except for its kind. */
type Fields<T> = Readonly<Record<Exclude<keyof T, 'kind'>, Check>>;
type Table<T extends { readonly kind: string }> = {
  readonly [Kind in T['kind']]: Fields<Extract<T, { readonly kind: Kind }>>;
};

const mintChange: Check = (value, path) => {
  listOf(() => undefined)(value, path);
  const [change, mint] = value as readonly unknown[];
  oneOf('Add', 'Remove')(change, `${path}[0]`);
  address(mint, `${path}[1]`);
};

const validator = fields({ address, host: text, rpcPort: U32 });

const ESCROW: Table<EscrowOperation> = {
  CreateConfig: {
    tokenId: bytes32,
    evaluator: address,
    evaluationFee: byKind({
      Fixed: fields({ amount: AMOUNT }),
      Bps: fields({ bps: whole(0, 2 ** 16 - 1) }),
    }),
    minEvaluatorFee: AMOUNT,
  },
  CreateJob: { configId: bytes32, provider: address, providerFee: AMOUNT, description: text },
  Submit: { jobId: bytes32, deliverable: bytes32 },
  Reject: { jobId: bytes32 },
  Complete: { jobId: bytes32 },
};

const OPERATIONS: Table<Operation> = {
  TokenTransfer: {
    tokenId: bytes32,
    recipient: address,
    amount: AMOUNT,
    userData: orNull(bytes32),
  },
  TokenCreation: {
    tokenName: text,
    decimals: whole(0, 255),
    initialAmount: AMOUNT,
    mints: listOf(address),
    userData: orNull(bytes32),
  },
  TokenManagement: {
    tokenId: bytes32,
    updateId: U64,
    newAdmin: orNull(address),
    mints: listOf(mintChange),
    userData: orNull(bytes32),
    newTokenName: orNull(text),
  },
  Mint: { tokenId: bytes32, recipient: address, amount: AMOUNT },
  Burn: { tokenId: bytes32, amount: AMOUNT },
  StateInitialization: { key: bytes32, initialState: bytes32 },
  StateUpdate: {
    key: bytes32,
    previousState: bytes32,
    nextState: bytes32,
    computeClaimTxHash: bytes32,
    computeClaimTxTimestamp: unsigned(128n),
  },
  ExternalClaim: {
    claim: fields({ verifierCommittee: listOf(address), verifierQuorum: U64, claimData: hexBytes }),
    signatures: listOf(fields({ verifierAddr: address, sig: hexOf(64) })),
  },
  StateReset: { key: bytes32, resetState: bytes32 },
  JoinCommittee: { config: validator },
  LeaveCommittee: {},
  ChangeCommittee: { newCommittee: fields({ validators: listOf(validator) }), epoch: U32 },
  Escrow: { escrow: byKind(checksOf(ESCROW)) },
};

function checksOf(
  table: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): Readonly<Record<string, Check>> {
  return Object.fromEntries(Object.entries(table).map(([kind, each]) => [kind, fields(each)]));
}

/**
 * Checks that a committee has the form of its type.
 *
 * @throws DecodeError that names the field
 */
export const checkCommittee: Check = fields({
  epoch: U32,
  members: listOf(fields({ validator, operator: optional(address) })),
});

/**
 * Checks that operations have the form of their type. Whether they are valid is for validators to
 * decide.
 *
 * @throws DecodeError that names the field, such as `operations[0].amount`
 */
export const checkOperations: Check = listOf(byKind(checksOf(OPERATIONS)));
