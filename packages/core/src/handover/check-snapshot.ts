import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  DecodeError,
  LIMITS,
  type SignedSnapshotPart,
  type SnapshotEntry,
  type SnapshotHeader,
  type SnapshotPage,
  type SnapshotRoot,
  snapshotPageHash,
  snapshotSigningBytes,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { type CountingEnv, isForNetwork } from '../genesis.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { verifies } from '../verification/verifies.ts';
import { PAGE_ENTRIES } from './take-snapshot.ts';

/**
 * Says why a part is not the root of this member's snapshot; undefined when it is (rule C5).
 *
 * The page hashes in the root reveal missing and added pages.
 */
export function rootFault(
  { part, signature }: SignedSnapshotPart,
  expected: SnapshotHeader,
  verifier: Verifier,
): string | undefined {
  if (part.kind !== 'Root') return 'it is a page and not a root';
  const fault = headerFault(part, expected);
  if (fault !== undefined) return fault;
  return isSigned({ part, signature }, verifier)
    ? undefined
    : 'the signature of its root is not valid';
}

/**
 * Says why a part is not the next page of a snapshot; undefined when it is (rule C5).
 *
 * @param after the last account of the previous page.
 */
export function pageFault(
  { part, signature }: SignedSnapshotPart,
  root: SnapshotRoot,
  { index, after }: { readonly index: number; readonly after: Address | undefined },
  verifier: Verifier,
): string | undefined {
  if (part.kind !== 'Page' || part.index !== index) return `it is not page ${index}`;
  const fault = headerFault(part, root) ?? orderFault(part, after);
  if (fault !== undefined) return fault;
  if (!isSigned({ part, signature }, verifier))
    return `the signature of page ${index} is not valid`;
  return snapshotPageHash(part) === root.pages[index]
    ? undefined
    : `its root names another page ${index}`;
}

/**
 * Tells whether this ledger holds the certificates behind the nonce that an entry claims. Only then
 * does its snapshot count (rule C5).
 */
export function isBacked({ address, nextNonce }: SnapshotEntry, { account }: Ledger): boolean {
  return (account.get(address)?.nextNonce ?? 0n) >= nextNonce;
}

/**
 * Gives the envelopes in an entry that count at a nonce of its account: those that the account
 * really signed, for this network. No correct member holds an envelope that V2 refuses, and a liar
 * could use one to lock an account for ever.
 *
 * One bad envelope voids the whole entry: so a contested mark needs two valid envelopes, and nobody
 * can be framed (rule C5).
 */
export function shownAt(
  { address, held }: SnapshotEntry,
  nonce: bigint,
  env: CountingEnv,
): readonly TransactionEnvelope[] {
  const genuine = held.filter((envelope) => isGenuine(envelope, address, nonce, env));
  return genuine.length === held.length ? held : [];
}

function isGenuine(
  { transaction, signature }: TransactionEnvelope,
  address: Address,
  nonce: bigint,
  { verifier, network }: CountingEnv,
): boolean {
  const opened = receiveEnvelope({ transaction, signature });
  if ('rejection' in opened) return false;
  const { facts } = opened;
  return (
    facts.transaction.sender === address &&
    facts.transaction.nonce === nonce &&
    facts.size <= LIMITS.transactionBytes &&
    isForNetwork(facts.transaction, network) &&
    signatureFault(signature, facts, verifier) === undefined
  );
}

function isSigned({ part, signature }: SignedSnapshotPart, verifier: Verifier): boolean {
  try {
    return verifies(verifier, part.validator, snapshotSigningBytes(part), signature);
  } catch (error) {
    // A part that arrived as an object was never bytes, and it may have no byte form.
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

function headerFault(
  { networkId, epoch, changeId, validator }: SnapshotHeader,
  expected: SnapshotHeader,
): string | undefined {
  if (validator !== expected.validator) return `it is of ${validator}`;
  if (networkId !== expected.networkId) return `it is of the network ${networkId}`;
  if (epoch !== expected.epoch) return `it is of epoch ${epoch}`;
  if (changeId !== expected.changeId) return `it is of another change, ${changeId}`;
  return undefined;
}

function orderFault({ entries, index }: SnapshotPage, after: Address | undefined) {
  if (entries.length === 0 || entries.length > PAGE_ENTRIES) {
    return `a page has 1 to ${PAGE_ENTRIES} accounts, page ${index} has ${entries.length}`;
  }
  let last = after;
  for (const { address, held } of entries) {
    if (last !== undefined && address <= last) return `page ${index} is not in order`;
    if (held.length > 2) return `page ${index} shows ${held.length} rivals of one account`;
    last = address;
  }
  return undefined;
}
