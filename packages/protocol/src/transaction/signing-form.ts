import type { Claim, ExternalClaim, UnversionedClaim } from './operation.ts';

interface Kinded {
  readonly kind: string;
}

/**
 * Removes the verifier signatures from an operation; the same object when it has none (rule V10).
 */
function withoutVerifierSignatures<O extends Kinded>(operation: O): O {
  if (!isExternalClaim(operation) || operation.signatures.length === 0) return operation;
  return { ...operation, signatures: [] };
}

/** Removes the verifier signatures from a list of operations; the same list when there are none. */
export function allWithoutVerifierSignatures<O extends Kinded>(
  operations: readonly O[],
): readonly O[] {
  const emptied = operations.map(withoutVerifierSignatures);
  return emptied.some((operation, index) => operation !== operations[index]) ? emptied : operations;
}

/** Removes the verifier signatures from the claim of a transaction; the same object without any. */
export function withBareClaim<T extends { readonly claim: Claim | UnversionedClaim }>(
  transaction: T,
): T {
  const claim = bareClaim(transaction.claim);
  return claim === transaction.claim ? transaction : { ...transaction, claim };
}

function bareClaim(claim: Claim | UnversionedClaim) {
  if (claim.kind !== 'Batch') return withoutVerifierSignatures(claim);
  const operations = allWithoutVerifierSignatures<Kinded>(claim.operations);
  return operations === claim.operations ? claim : { ...claim, operations };
}

function isExternalClaim<O extends Kinded>(operation: O): operation is O & ExternalClaim {
  return operation.kind === 'ExternalClaim';
}
