import type { InvariantName } from './statements/statements.ts';

/**
 * The names of the invariants whose violation gives the verdict `liveness`, in the order of
 * reports.
 */
export const LIVENESS_INVARIANTS: readonly InvariantName[] = [
  'liveness-honest',
  'no-honest-lock',
  'change-completes',
  'equivocator-harms-self',
];
