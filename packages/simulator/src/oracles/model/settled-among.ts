import { type Ledger, nonceKey } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';

/** Picks the certificates that have settled in a ledger, in their order. */
export function settledAmong(
  certificates: readonly TransactionCertificate[],
  { settled }: Ledger,
): readonly TransactionCertificate[] {
  return certificates.filter(({ envelope }) => {
    const { id, transaction } = factsOf(envelope.transaction);
    return settled.get(nonceKey(transaction.sender, transaction.nonce)) === id;
  });
}
