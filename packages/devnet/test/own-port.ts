/**
 * Gives a port that nobody else takes who runs beside: the system gives none so low to who asks for any, `test/kill`
 * draws higher ones, and other runs of the tests have another process. Those of the validators follow it.
 */
export function ownPort(purpose: keyof typeof BEGINNINGS): number {
  return BEGINNINGS[purpose] + (process.pid % SPAN);
}

const BEGINNINGS = { 'taken in part': 2_000, 'given back': 6_000 } as const;
const SPAN = 3_900;
