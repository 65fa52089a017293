import { type CertificateRow, certificateKey, type Origin, transactionKey } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { Store } from '@quorate/storage';

/** Tells what a validator has settled, whether it is up, held up or down. */
export interface Settlements {
  /**
   * Gives when it settled a transaction, in nanoseconds since the Unix epoch; undefined if it has
   * not.
   */
  at(id: TransactionId): bigint | undefined;
  /** Stops reading its store, which is about to be closed. */
  close(): void;
  /** Sets the store to read. */
  use(store: Store<unknown>): void;
}

/**
 * Creates settlements without a store.
 *
 * They are read from the store: asking the validator itself would cost it work, and it could not
 * answer while a fault holds it up.
 */
export function createSettlements(): Settlements {
  let store: Store<unknown> | undefined;
  return {
    at(id) {
      const origin = store?.get(transactionKey(id)) as Origin | undefined;
      if (origin === undefined) return undefined;
      const { sender, nonce } = origin;
      const row = store?.get(certificateKey(sender, nonce)) as CertificateRow | undefined;
      return row?.settledAt;
    },
    use(given) {
      store = given;
    },
    close() {
      store = undefined;
    },
  };
}
