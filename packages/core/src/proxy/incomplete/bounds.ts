import type { Address, TransactionEnvelope, TransactionId } from '@quorate/protocol';
import { receiveEnvelope } from '../../open-envelope.ts';
import type { VersionedMap } from '../../versioned-map.ts';
import type { Incomplete } from '../state.ts';

/** The most incomplete transactions that one signer may have opened. */
const OPENED_MAX = 64;
/** The most that are kept for one (sender, nonce). */
const RIVALS_MAX = 16;
/** The most that are kept for one account: the list of them, each of up to 64 KiB, is one answer. */
const ACCOUNT_MAX = 200;
/** The most that are kept in all. */
const INCOMPLETE_MAX = 1000;
/** How long one is kept: a day. Units: nanoseconds. */
const EXPIRY_NANOS = 86_400_000_000_000n;

type Entry = readonly [TransactionId, Incomplete];

/** Tells whether an incomplete transaction has been kept long enough. */
export function isExpired({ since }: Incomplete, now: bigint): boolean {
  return since + EXPIRY_NANOS <= now;
}

/** Gives the (sender, nonce) of a stored envelope. */
export function positionOf(
  envelope: TransactionEnvelope,
): { readonly sender: Address; readonly nonce: bigint } | undefined {
  const opened = receiveEnvelope(envelope);
  return 'rejection' in opened ? undefined : opened.facts.transaction;
}

/**
 * Lists what must be dropped because one more is kept (rule P9): what has expired, and the oldest
 * one wherever a signer, a (sender, nonce), an account or the whole store has too many.
 *
 * Among several signers, the one that opened the most loses, so a flood by one signer drives out
 * nobody else.
 */
export function outgrown(
  incomplete: VersionedMap<TransactionId, Incomplete>,
  added: TransactionId,
  now: bigint,
): readonly TransactionId[] {
  const own = incomplete.get(added);
  if (own === undefined) return [];
  const position = positionOf(own.envelope);
  const all: readonly Entry[] = [...incomplete];
  const expired = all.filter(([, each]) => isExpired(each, now)).map(([id]) => id);
  const kept = all.filter(([id]) => !expired.includes(id));
  const opened = kept.filter(([, { openedBy }]) => openedBy === own.openedBy);
  const ofAccount = kept.filter(
    ([, { envelope }]) => positionOf(envelope)?.sender === position?.sender,
  );
  const rivals = ofAccount.filter(
    ([, { envelope }]) => positionOf(envelope)?.nonce === position?.nonce,
  );
  const dropped = [
    ...expired,
    ...oneTooMany(opened, OPENED_MAX, added),
    ...oneTooMany(rivals, RIVALS_MAX, added),
    ...oneTooMany(ofAccount, ACCOUNT_MAX, added),
    ...oneTooMany(kept, INCOMPLETE_MAX, added),
  ];
  return [...new Set(dropped)];
}

function oneTooMany(
  entries: readonly Entry[],
  limit: number,
  added: TransactionId,
): readonly TransactionId[] {
  if (entries.length <= limit) return [];
  const counts = new Map<Address, number>();
  for (const [, { openedBy }] of entries) counts.set(openedBy, (counts.get(openedBy) ?? 0) + 1);
  const countOf = ([, { openedBy }]: Entry) => counts.get(openedBy) ?? 0;
  const [first] = entries
    .filter(([id]) => id !== added)
    .toSorted((a, b) => countOf(b) - countOf(a) || (a[1].since < b[1].since ? -1 : 1));
  return first === undefined ? [] : [first[0]];
}
