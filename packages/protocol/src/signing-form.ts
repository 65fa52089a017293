import type { ExternalClaim } from './operation.ts';

interface Kinded {
  readonly kind: string;
}

/**
 * Gives an operation without verifier signatures: the same object where it carries none (rule V10).
 */
export function withoutVerifierSignatures<O extends Kinded>(operation: O): O {
  if (!isExternalClaim(operation) || operation.signatures.length === 0) return operation;
  return { ...operation, signatures: [] };
}

/**
 * Gives a list of operations without verifier signatures: the same list where none carries any.
 */
export function allWithoutVerifierSignatures<O extends Kinded>(
  operations: readonly O[],
): readonly O[] {
  const emptied = operations.map(withoutVerifierSignatures);
  return emptied.some((operation, index) => operation !== operations[index]) ? emptied : operations;
}

function isExternalClaim<O extends Kinded>(operation: O): operation is O & ExternalClaim {
  return operation.kind === 'ExternalClaim';
}
