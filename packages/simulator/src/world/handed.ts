import type { TransactionEnvelope } from '@quorate/protocol';

/** A transaction that somebody handed out past their client, and the requests it was in. */
export interface Handed {
  readonly envelope: TransactionEnvelope;
  readonly requestIds: readonly string[];
}
