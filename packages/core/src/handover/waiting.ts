/** The first wait between two pushes; it doubles each time. Units: nanoseconds. */
const WAIT = 250_000_000n;

/** The longest wait between two pushes. Units: nanoseconds. */
const WAIT_MAX = 30_000_000_000n;

/** Gives how long a validator waits after this many pushes. Units: nanoseconds. */
export function waitAfter(attempts: number): bigint {
  const doubled = WAIT << BigInt(Math.min(attempts, 30));
  return doubled < WAIT_MAX ? doubled : WAIT_MAX;
}
