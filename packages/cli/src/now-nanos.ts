const NANOS_PER_MILLI = 1_000_000n;

/** Gives the time of this machine, in nanoseconds since the Unix epoch. */
export function nowNanos(): bigint {
  return BigInt(Date.now()) * NANOS_PER_MILLI;
}
