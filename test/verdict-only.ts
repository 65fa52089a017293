/**
 * Watches all that a verdict depends on, and nothing that only reports and comparisons show: a run
 * takes a quarter less time.
 */
export const VERDICT_ONLY = { trace: false, digest: false, situations: false } as const;
