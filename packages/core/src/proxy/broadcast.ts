import type { Rejection, TransactionId } from '@quorate/protocol';
import type { LoadRange, StoreRow, StoreWrite } from '../effect.ts';
import { isOpenRefusal } from '../open-refusal.ts';
import { keyRange } from '../store-keys.ts';
import type { Submission } from './state.ts';

/** The prefix of the marks of what was broadcast and came to no end; the transaction id follows. */
const BROADCAST_PREFIX = 'broadcast/';

/**
 * Where it stands whether a transaction was broadcast in an attempt that came to no end (rule P4).
 *
 * It stands in the store, where no crowd of other transactions and no restart takes it away.
 */
export function broadcastRange(id: TransactionId): LoadRange {
  return keyRange(BROADCAST_PREFIX + id);
}

/** Reads whether it was. */
export function wasBroadcastBefore(rows: readonly StoreRow[] | undefined): boolean {
  return rows !== undefined && rows.length > 0;
}

/**
 * Gives the writes that keep it in mind of a transaction that ends with a refusal: what is left open is
 * marked, and where something has settled at the nonce the mark goes.
 */
export function broadcastWrites(
  submission: Submission,
  rejection: Rejection,
): readonly StoreWrite[] {
  const { phase, facts } = submission;
  if (!isOpenRefusal(rejection)) return unmarked(submission);
  return phase === 'checking' ? [] : [{ key: BROADCAST_PREFIX + facts.id, value: true }];
}

/** Gives the writes that forget it of a transaction whose nonce is settled. */
export function unmarked({ facts, wasBroadcast }: Submission): readonly StoreWrite[] {
  return wasBroadcast ? [{ key: BROADCAST_PREFIX + facts.id, value: undefined }] : [];
}
