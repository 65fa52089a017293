import type {
  Address,
  EscrowConfigId,
  EscrowJobId,
  EscrowOperation,
  Operation,
  State,
  StateKey,
  TokenId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';

/** Builds the operation of one kind from those of its fields that matter. */
type Given<K extends Operation['kind']> = Partial<Extract<Operation, { readonly kind: K }>>;
type GivenEscrow<K extends EscrowOperation['kind']> = Partial<
  Extract<EscrowOperation, { readonly kind: K }>
>;

/** A token that nobody created. */
export const UNKNOWN_TOKEN = '77'.repeat(32) as TokenId;
/** A state cell. */
export const CELL = '0c'.repeat(32) as StateKey;

/** Creates the token `T`: 1000 to the sender, bob may mint. */
export function creation(given: Given<'TokenCreation'> = {}): Operation {
  return {
    kind: 'TokenCreation',
    tokenName: 'T',
    decimals: 2,
    initialAmount: 1000n,
    mints: [addressOf('bob')],
    userData: null,
    ...given,
  };
}

/** Updates a token: changes nothing but what is given. */
export function management(
  tokenId: string,
  updateId: bigint,
  given: Given<'TokenManagement'> = {},
): Operation {
  return {
    kind: 'TokenManagement',
    tokenId: tokenId as TokenId,
    updateId,
    newAdmin: null,
    mints: [],
    userData: null,
    newTokenName: null,
    ...given,
  };
}

/** Transfers a token. */
export function transferOf(tokenId: string, recipient: Address, amount: bigint): Operation {
  const transfer = { tokenId: tokenId as TokenId, recipient, amount, userData: null };
  return { kind: 'TokenTransfer', ...transfer };
}

/** Mints a token for dave. */
export function mintOf(tokenId: string, amount: bigint): Operation {
  return { kind: 'Mint', tokenId: tokenId as TokenId, recipient: addressOf('dave'), amount };
}

/** Burns a token of the sender. */
export function burnOf(tokenId: string, amount: bigint): Operation {
  return { kind: 'Burn', tokenId: tokenId as TokenId, amount };
}

/** Gives the state that repeats one byte. */
export function stateOf(byte: string): State {
  return byte.repeat(32) as State;
}

/** Creates the cell of the sender. */
export function initialize(byte: string): Operation {
  return { kind: 'StateInitialization', key: CELL, initialState: stateOf(byte) };
}

/** Moves the cell of the sender. */
export function update(from: string, to: string): Operation {
  return {
    kind: 'StateUpdate',
    key: CELL,
    previousState: stateOf(from),
    nextState: stateOf(to),
    computeClaimTxHash: '00'.repeat(32),
    computeClaimTxTimestamp: 0n,
  };
}

/** Sets the cell of the sender. */
export function reset(byte: string): Operation {
  return { kind: 'StateReset', key: CELL, resetState: stateOf(byte) };
}

/** Publishes the terms of carol, in a token: a fee of 10 % and at least 1. */
export function offer(tokenId: string, given: GivenEscrow<'CreateConfig'> = {}): Operation {
  return escrow({
    kind: 'CreateConfig',
    tokenId: tokenId as TokenId,
    evaluator: addressOf('carol'),
    evaluationFee: { kind: 'Bps', bps: 1000 },
    minEvaluatorFee: 1n,
    ...given,
  });
}

/** Opens a job for bob, who is to get 40. */
export function hire(configId: string, given: GivenEscrow<'CreateJob'> = {}): Operation {
  return escrow({
    kind: 'CreateJob',
    configId: configId as EscrowConfigId,
    provider: addressOf('bob'),
    providerFee: 40n,
    description: 'work',
    ...given,
  });
}

/** Delivers a job. */
export function deliver(jobId: string, deliverable: string = 'de'.repeat(32)): Operation {
  return escrow({ kind: 'Submit', jobId: jobId as EscrowJobId, deliverable });
}

/** Ends a job. */
export function decide(kind: 'Reject' | 'Complete', jobId: string): Operation {
  return escrow({ kind, jobId: jobId as EscrowJobId });
}

/** Writes the refusal that V6 has for an operation. */
export function notSubmittable(reason: string, operationIndex = 0) {
  return {
    code: 'NonSubmittableOperation',
    rule: 'V6',
    operationIndex,
    reason: `operation ${operationIndex}: ${reason}`,
  };
}

/** Writes the refusal that V6 has for an operation that comes too early. */
export function lacking(kind: string, id: string) {
  return { code: 'MissingDependency', rule: 'V6', missing: [{ kind, id }] };
}

function escrow(operation: EscrowOperation): Operation {
  return { kind: 'Escrow', escrow: operation };
}
