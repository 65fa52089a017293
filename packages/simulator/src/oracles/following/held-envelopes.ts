import type { Lock } from '@quorate/core';
import { factsOf, type TransactionEnvelope, type TransactionId } from '@quorate/protocol';

/** What a lock holds, or what somebody tells about it. */
type Holding =
  | Pick<Extract<Lock, { readonly kind: 'pending' }>, 'kind' | 'envelope'>
  | Pick<Extract<Lock, { readonly kind: 'contested' }>, 'kind' | 'envelopes'>;

/** Lists the transactions in a lock: none, one, or the two of a contest. */
export function heldEnvelopes(lock: Holding | undefined): readonly TransactionEnvelope[] {
  if (lock === undefined) return [];
  return lock.kind === 'pending' ? [lock.envelope] : lock.envelopes;
}

/** Tells whether a lock holds this very transaction, and no rival. */
export function holdsAlone(
  lock: Lock | undefined,
  id: TransactionId,
): lock is Extract<Lock, { readonly kind: 'pending' }> {
  return lock?.kind === 'pending' && factsOf(lock.envelope.transaction).id === id;
}

/** Gives the ids of the transactions in a lock, as text that can be compared. */
export function idsHeld(lock: Holding | undefined): string {
  return idsOf(heldEnvelopes(lock));
}

/** Gives the ids of transactions, as text that can be compared. */
export function idsOf(envelopes: readonly TransactionEnvelope[]): string {
  return envelopes.map(({ transaction }) => factsOf(transaction).id).join();
}
