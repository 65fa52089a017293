import type { Rejection, TransactionId } from '@quorate/protocol';
import type { LoadRange, StoreRow, StoreWrite } from '../effect.ts';
import { isOpenRefusal } from '../open-refusal.ts';
import { keyRange } from '../store-keys.ts';
import type { Submission } from './state.ts';

/**
 * The prefix of the marks of transactions that were broadcast but got no outcome; transaction id.
 */
export const BROADCAST_PREFIX = 'broadcast/';

/**
 * Gives the range that tells whether a transaction was broadcast in an attempt without outcome
 * (rule P4).
 *
 * The mark is in the store, so neither other transactions nor a restart remove it.
 */
export function broadcastRange(id: TransactionId): LoadRange {
  return keyRange(BROADCAST_PREFIX + id);
}

/** Tells whether the mark is there. */
export function wasBroadcastBefore(rows: readonly StoreRow[] | undefined): boolean {
  return rows !== undefined && rows.length > 0;
}

/**
 * Gives the writes for the mark when a transaction ends with a refusal: an open outcome sets the
 * mark, and a final one removes it.
 */
export function broadcastWrites(
  submission: Submission,
  rejection: Rejection,
): readonly StoreWrite[] {
  const { phase, facts } = submission;
  if (!isOpenRefusal(rejection)) return unmarked(submission);
  return phase === 'checking' ? [] : [{ key: BROADCAST_PREFIX + facts.id, value: true }];
}

/** Gives the writes that remove the mark of a transaction whose nonce is settled. */
export function unmarked({ facts, wasBroadcast }: Submission): readonly StoreWrite[] {
  return wasBroadcast ? [{ key: BROADCAST_PREFIX + facts.id, value: undefined }] : [];
}
