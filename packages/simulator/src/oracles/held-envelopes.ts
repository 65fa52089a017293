import type { Lock } from '@quorate/core';
import type { TransactionEnvelope } from '@quorate/protocol';

/** What a lock holds, or what is told of it. */
type Holding =
  | Pick<Extract<Lock, { readonly kind: 'pending' }>, 'kind' | 'envelope'>
  | Pick<Extract<Lock, { readonly kind: 'contested' }>, 'kind' | 'envelopes'>;

/** Lists the transactions that a lock holds: none, one, or the two of a contest. */
export function heldEnvelopes(lock: Holding | undefined): readonly TransactionEnvelope[] {
  if (lock === undefined) return [];
  return lock.kind === 'pending' ? [lock.envelope] : lock.envelopes;
}
