import { formatAddress, type TransactionCertificate, transactionId } from '@quorate/protocol';

/** What is known of a transaction that has settled, for programs. */
export interface SettledData {
  readonly transactionId: string;
  readonly release: string;
  readonly sender: string;
  /** As decimal text. */
  readonly nonce: string;
  /** The kinds of its operations, in order. */
  readonly operations: readonly string[];
  /** The addresses of the validators whose signatures are at hand. */
  readonly signers: readonly string[];
}

/** Gives a transaction that has settled as data for programs. */
export function settledData({ envelope, signatures }: TransactionCertificate): SettledData {
  const { release, transaction } = envelope.transaction;
  const operations: readonly { readonly kind: string }[] =
    'claims' in transaction ? transaction.claims : [transaction.claim];
  return {
    transactionId: transactionId(envelope.transaction),
    release,
    sender: formatAddress(transaction.sender),
    nonce: String(transaction.nonce),
    operations: operations.map(({ kind }) => kind),
    signers: signatures.map(([name]) => formatAddress(name)),
  };
}
