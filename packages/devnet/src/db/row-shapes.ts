import { isDeepStrictEqual } from 'node:util';
import {
  type Account,
  FROZEN_KEY,
  heldEnvelopes,
  type Lock,
  rangeUnder,
  SERVED_KEY,
  type ValidatorState,
} from '@quorate/core';
import {
  certificateFromJson,
  certificateToJson,
  DecodeError,
  encodeSignature,
  factsOf,
  SIGNED_SNAPSHOT_PART,
  type SignedSnapshotPart,
  type TransactionCertificate,
  withOtherTags,
} from '@quorate/protocol';
import type { Store } from '@quorate/storage';

/** Tells whether a validator writes such a value under a key. */
type IsOfShape = (value: unknown) => boolean;

/**
 * The rows that no history produces again, so that only their shape can be checked; no digest
 * covers `signer` either.
 */
const PREFIXES = ['conflict/', 'handover/', 'pruning/', 'signer/', 'snapshot/'];

const isTrue: IsOfShape = (value) => value === true;

/**
 * Checks the rows of a validator that a replay of its history does not produce: its state between
 * epochs, its progress in pruning, whose signatures it has seen, its snapshots, the locks of its
 * accounts. Lists what is wrong, one line each.
 *
 * @throws StoreError `Corrupt`
 */
export function shapeFaults(store: Store<unknown>, stored: ValidatorState): readonly string[] {
  const shapes = shapesOf(stored.committees.length);
  const faults: string[] = [];
  stored.ledger.account.each((account, address) => {
    if (!isLock(address, account))
      faults.push(`the lock of ${address} is none that a validator takes`);
  });
  for (const prefix of PREFIXES) {
    for (const [key, value] of store.scan(rangeUnder(prefix))) {
      const isOfShape = shapes.find(([form]) => form.test(key))?.[1];
      if (isOfShape?.(value) !== true)
        faults.push(`the row ${key} is none that a validator writes`);
    }
  }
  return faults;
}

function shapesOf(epochs: number): readonly (readonly [RegExp, IsOfShape])[] {
  const isEpoch: IsOfShape = (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < epochs;
  return [
    [new RegExp(`^(?:${SERVED_KEY}|${FROZEN_KEY})$`), isEpoch],
    [/^conflict\/[0-9a-f]{64}\/\d{20}\/[0-9a-f]{64}$/, isCertificate],
    [/^handover\/(?:late|unshown)\/[0-9a-f]{64}\/\d{20}$/, isTrue],
    [/^pruning\/next$/, isProgress],
    [/^signer\/[0-9a-f]{64}$/, isTrue],
    [/^snapshot\/\d{10}\/(?:root|\d{10})$/, isSnapshotPart],
  ];
}

function isProgress(value: unknown): boolean {
  const { next, keepPerAccount } = (value ?? {}) as Record<string, unknown>;
  return typeof next === 'bigint' && typeof keepPerAccount === 'bigint';
}

function isCertificate(value: unknown): boolean {
  return isWritable(() => {
    const json = certificateToJson(value as TransactionCertificate, 'rest');
    const read = certificateFromJson(json, 'rest');
    const { transaction } = read.envelope;
    // JSON does not tell under which of two tags a batch or claim was signed.
    return [transaction, withOtherTags(transaction)].some((each) =>
      isDeepStrictEqual({ ...read, envelope: { ...read.envelope, transaction: each } }, value),
    );
  });
}

function isSnapshotPart(value: unknown): boolean {
  return isWritable(() => {
    const json = SIGNED_SNAPSHOT_PART.toJson(value as SignedSnapshotPart, 'rest');
    return isDeepStrictEqual(SIGNED_SNAPSHOT_PART.fromJson(json, 'rest', 'signed'), value);
  });
}

/**
 * Tells whether an account has no lock, or one on its own transactions at its next nonce: one
 * transaction, or two rivals.
 */
function isLock(address: string, { lock, nextNonce }: Account): boolean {
  if (lock === undefined) return true;
  return isWritable(() => {
    const held = heldEnvelopes(lock).map(({ transaction, signature }) => {
      encodeSignature(signature);
      return factsOf(transaction);
    });
    const isItsOwn = held.every(
      ({ transaction }) => transaction.sender === address && transaction.nonce === nextNonce,
    );
    const ids = new Set(held.map(({ id }) => id));
    return isItsOwn && ids.size === held.length && isWhole(lock, held.length);
  });
}

function isWhole(lock: Lock, envelopes: number): boolean {
  if (lock.kind === 'contested') return envelopes === 2;
  const { signature, isHandedOver } = lock;
  const isSigned = signature === undefined || /^[0-9a-f]{128}$/.test(signature);
  return envelopes === 1 && isSigned && (isHandedOver === undefined || isTrue(isHandedOver));
}

/** Writing a value of another shape fails because of missing fields. */
function isWritable(write: () => boolean): boolean {
  try {
    return write();
  } catch (failure) {
    if (failure instanceof DecodeError || failure instanceof TypeError) return false;
    throw failure;
  }
}
