import type { PrunePolicy } from '@quorate/core';

/** Says which certificates nodes let go of; see docs/durability.md, "Pruning". */
export interface PruneOptions {
  /** Milliseconds since a certificate settled; any age by default. */
  readonly olderThan?: number;
  /** How many of the newest of each sender stay, 1 or more; 1 by default. */
  readonly keepPerAccount?: number;
  /** The names of nodes that keep everything; none by default. */
  readonly archives?: readonly string[];
}

const NANOS_PER_MILLI = 1_000_000;

/** Gives what one node lets go of; undefined for one that keeps everything. */
export function prunePolicy(
  prune: PruneOptions | undefined,
  name: string,
): PrunePolicy | undefined {
  if (prune === undefined || prune.archives?.includes(name) === true) return undefined;
  const { olderThan = 0, keepPerAccount = 1 } = prune;
  return {
    olderThanNanos: BigInt(olderThan) * BigInt(NANOS_PER_MILLI),
    keepPerAccount: BigInt(keepPerAccount),
  };
}
