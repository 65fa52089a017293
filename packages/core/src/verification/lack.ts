import { factsOf, type TransactionEnvelope } from '@quorate/protocol';

/** Names what an envelope may have too few of. */
export type Lack = 'IncompleteMultiSig' | 'IncompleteVerifierSigs';

/**
 * Says what an envelope has too few signatures of, whatever they are worth; undefined when there are
 * enough (rule P9).
 *
 * @throws DecodeError for a transaction that no bytes stand for.
 */
export function lackOf({ transaction, signature }: TransactionEnvelope): Lack | undefined {
  if (
    signature.kind === 'MultiSig' &&
    BigInt(signature.signatures.length) < signature.config.quorum
  ) {
    return 'IncompleteMultiSig';
  }
  const isShort = factsOf(transaction).transaction.operations.some(
    (operation) =>
      operation.kind === 'ExternalClaim' &&
      BigInt(operation.signatures.length) < operation.claim.verifierQuorum,
  );
  return isShort ? 'IncompleteVerifierSigs' : undefined;
}
