import { factsOf, type TransactionEnvelope } from '@quorate/protocol';

/** Which signatures an envelope lacks. */
export type Lack = 'IncompleteMultiSig' | 'IncompleteVerifierSigs';

/**
 * Says which signatures an envelope has too few of; undefined when there are enough (rule P9). It
 * counts signatures without verifying them.
 *
 * @throws DecodeError for a transaction that has no byte form.
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
