/** The names of the invariants of which a breach is the verdict `liveness`, in the order of reports. */
export const LIVENESS_INVARIANTS: readonly string[] = [
  'liveness-honest',
  'no-honest-lock',
  'change-completes',
  'equivocator-harms-self',
];
