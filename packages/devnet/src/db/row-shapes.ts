import { isDeepStrictEqual } from 'node:util';
import { FROZEN_KEY, rangeUnder, SERVED_KEY, type ValidatorState } from '@quorate/core';
import { DecodeError, SIGNED_SNAPSHOT_PART, type SignedSnapshotPart } from '@quorate/protocol';
import type { Store } from '@quorate/storage';

/** Tells whether a validator writes this value under a key. */
type IsOfShape = (value: unknown) => boolean;

/** What no history makes anew, so that nothing but its shape can be checked; `signer` is in no digest either. */
const PREFIXES = ['handover/', 'pruning/', 'signer/', 'snapshot/'];

const isTrue: IsOfShape = (value) => value === true;

/**
 * Looks through the rows of a validator that a replay of its history does not come to: where it stands between
 * epochs, how far it has pruned, whose signatures it has seen, its snapshots. Gives what is wrong, in a line each.
 *
 * @throws StoreError `Corrupt`
 */
export function shapeFaults(store: Store<unknown>, stored: ValidatorState): readonly string[] {
  const shapes = shapesOf(stored.committees.length);
  const faults: string[] = [];
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

function isSnapshotPart(value: unknown): boolean {
  try {
    const json = SIGNED_SNAPSHOT_PART.toJson(value as SignedSnapshotPart, 'rest');
    return isDeepStrictEqual(SIGNED_SNAPSHOT_PART.fromJson(json, 'rest', 'signed'), value);
  } catch (failure) {
    // Whoever writes what is no part of a snapshot meets fields that are not there.
    if (failure instanceof DecodeError || failure instanceof TypeError) return false;
    throw failure;
  }
}
