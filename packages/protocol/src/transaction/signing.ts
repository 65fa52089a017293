import { deepFreeze } from '../freeze.ts';
import { hexToBytes } from '../hex.ts';
import { keccak256 } from '../keccak256.ts';
import type { Address, TransactionId } from '../primitives.ts';
import type { Transaction, VersionedTransaction } from './transaction.ts';
import { domainOf, encodeTransaction, normalise, signingFormOf } from './transaction-codec.ts';

/** Everything derived from the bytes of one transaction. */
export interface TransactionFacts {
  /** The content of the transaction, independent of its release. */
  readonly transaction: Transaction;
  /** The transaction without the verifier signatures of external claims (rule V10). */
  readonly signingForm: VersionedTransaction;
  /** keccak256 of the BCS of the signing form, without the domain prefix. */
  readonly id: TransactionId;
  /**
   * The bytes that sender, verifiers and validators sign: the domain, then the BCS of the signing
   * form.
   */
  readonly signingBytes: Uint8Array;
  /** The same for the form as submitted, which some published builders sign instead (rule V10). */
  readonly submittedBytes: Uint8Array;
  /** The length of the BCS of the form as submitted, in bytes. */
  readonly size: number;
}

const memory = new WeakMap<VersionedTransaction, TransactionFacts>();

/**
 * Gives everything derived from a transaction's bytes. It is computed once for each object.
 *
 * The transaction is deeply frozen, and so are the facts except for their byte arrays, which all
 * callers share: a later change would leave an id that belongs to another transaction.
 *
 * Source: rule V10; facts.md B2.1 to B2.4.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function factsOf(versioned: VersionedTransaction): TransactionFacts {
  const known = memory.get(versioned);
  if (known !== undefined) return known;
  const facts = deepFreeze(computeFacts(deepFreeze(versioned)));
  memory.set(versioned, facts);
  return facts;
}

/** Gives the id of a transaction: keccak256 of the BCS of its signing form (facts.md B2.4). */
export function transactionId(versioned: VersionedTransaction): TransactionId {
  return factsOf(versioned).id;
}

/**
 * Derives the id of a token, escrow configuration or job from the operation that creates it:
 * keccak256 of sender (32 bytes), nonce (u64 LE), operation index (u64 LE).
 *
 * Source: facts.md B2.23. The caller casts the result to the id's type.
 */
export function operationId(sender: Address, nonce: bigint, index: number): string {
  const name = `${sender}/${nonce}/${index}`;
  const known = operationIds.get(name);
  if (known !== undefined) return known;
  const id = computeOperationId(sender, nonce, index);
  if (operationIds.size >= OPERATION_IDS_MAX) operationIds.clear();
  operationIds.set(name, id);
  return id;
}

/**
 * Gives the id of what an operation of a transaction creates.
 *
 * In the un-versioned shape the id of a token is that of the transaction, so it creates at most
 * one. Source: ledger.md section 5, "Ids". The caller casts the result to the id's type.
 */
export function createdId({ id, transaction }: TransactionFacts, index: number): string {
  const { tokenIdScheme, sender, nonce } = transaction;
  return tokenIdScheme === 'transaction' ? id : operationId(sender, nonce, index);
}

/**
 * The most ids remembered; beyond that, all are forgotten. Anybody can create anything, so there
 * must be a bound.
 */
const OPERATION_IDS_MAX = 4096;

/** All validators of a process need the same id, each several times. */
const operationIds = new Map<string, string>();

function computeOperationId(sender: Address, nonce: bigint, index: number): string {
  const bytes = new Uint8Array(48);
  bytes.set(hexToBytes(sender), 0);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(32, nonce, true);
  view.setBigUint64(40, BigInt(index), true);
  return keccak256(bytes);
}

function computeFacts(versioned: VersionedTransaction): TransactionFacts {
  const signingForm = signingFormOf(versioned);
  const domain = domainOf(versioned);
  const bytes = encodeTransaction(signingForm);
  const submitted = signingForm === versioned ? bytes : encodeTransaction(versioned);
  const signingBytes = concat(domain, bytes);
  return {
    transaction: normalise(versioned),
    signingForm,
    id: keccak256(bytes) as TransactionId,
    signingBytes,
    submittedBytes: submitted === bytes ? signingBytes : concat(domain, submitted),
    size: submitted.length,
  };
}

function concat(prefix: Uint8Array, bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(prefix.length + bytes.length);
  whole.set(prefix, 0);
  whole.set(bytes, prefix.length);
  return whole;
}
