import type { TransactionEnvelope } from '@quorate/protocol';

/**
 * A transaction that a user sent without its client, or a rival of such a one, and the requests
 * that carried it without the client.
 */
export interface Handed {
  readonly envelope: TransactionEnvelope;
  readonly requestIds: readonly string[];
}
