import type { TransactionCertificate } from '@quorate/protocol';

/** A settled certificate as it stands in a store: the first that settled is kept (rule S7). */
export interface StoredCertificate {
  readonly certificate: TransactionCertificate;
  /** Nanoseconds since the Unix epoch. */
  readonly settledAt: bigint;
}
