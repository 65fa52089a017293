/**
 * Gives a port that nothing else takes that runs at the same time: the system assigns none so low,
 * `test/kill` draws higher ones, and other runs of the tests have another process id. Those of the
 * validators follow it.
 */
export function ownPort(purpose: keyof typeof BEGINNINGS): number {
  return BEGINNINGS[purpose] + (process.pid % SPAN);
}

const BEGINNINGS = { 'taken in part': 2_000, 'given back': 6_000 } as const;
const SPAN = 3_900;
