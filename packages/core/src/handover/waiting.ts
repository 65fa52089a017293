/** How long the first wait between two tellings is; it doubles. Units: nanoseconds. */
const WAIT = 250_000_000n;

/** The longest wait between two tellings. Units: nanoseconds. */
const WAIT_MAX = 30_000_000_000n;

/** Gives how long a validator waits after it has told others so many times. Units: nanoseconds. */
export function waitAfter(attempts: number): bigint {
  const doubled = WAIT << BigInt(Math.min(attempts, 30));
  return doubled < WAIT_MAX ? doubled : WAIT_MAX;
}
