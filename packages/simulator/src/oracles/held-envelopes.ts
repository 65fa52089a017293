import type { Lock } from '@quorate/core';
import { factsOf, type TransactionEnvelope, type TransactionId } from '@quorate/protocol';

/** What a lock holds, or what is told of it. */
type Holding =
  | Pick<Extract<Lock, { readonly kind: 'pending' }>, 'kind' | 'envelope'>
  | Pick<Extract<Lock, { readonly kind: 'contested' }>, 'kind' | 'envelopes'>;

/** Lists the transactions that a lock holds: none, one, or the two of a contest. */
export function heldEnvelopes(lock: Holding | undefined): readonly TransactionEnvelope[] {
  if (lock === undefined) return [];
  return lock.kind === 'pending' ? [lock.envelope] : lock.envelopes;
}

/** Tells whether a lock holds this very transaction, and no rival of it. */
export function holdsAlone(
  lock: Lock | undefined,
  id: TransactionId,
): lock is Extract<Lock, { readonly kind: 'pending' }> {
  return lock?.kind === 'pending' && factsOf(lock.envelope.transaction).id === id;
}

/** Names the transactions that a lock holds, as text that is equal for equal ones. */
export function idsHeld(lock: Holding | undefined): string {
  return idsOf(heldEnvelopes(lock));
}

/** Names transactions, as text that is equal for equal ones. */
export function idsOf(envelopes: readonly TransactionEnvelope[]): string {
  return envelopes.map(({ transaction }) => factsOf(transaction).id).join();
}
