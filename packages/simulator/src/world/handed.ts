import type { TransactionEnvelope } from '@quorate/protocol';

/** A transaction that somebody handed out past their client, or its rival, and the requests that it was in past it. */
export interface Handed {
  readonly envelope: TransactionEnvelope;
  readonly requestIds: readonly string[];
}
