import type { PrunePolicy } from '@quorate/core';
import { NANOS_PER_MILLI } from '../timing/clock.ts';

/** Which certificates nodes prune; see docs/durability.md, "Pruning". */
export interface PruneOptions {
  /** Prunes only certificates that settled more than this many milliseconds ago; 0 by default. */
  readonly olderThan?: number;
  /** How many of the newest certificates of each sender to keep, at least 1; 1 by default. */
  readonly keepPerAccount?: number;
  /** The names of nodes that keep everything; none by default. */
  readonly archives?: readonly string[];
}

/** Gives what one node prunes; undefined for a node that keeps everything. */
export function prunePolicy(
  prune: PruneOptions | undefined,
  name: string,
): PrunePolicy | undefined {
  if (prune === undefined || prune.archives?.includes(name) === true) return undefined;
  const { olderThan = 0, keepPerAccount = 1 } = prune;
  return {
    olderThanNanos: BigInt(olderThan) * NANOS_PER_MILLI,
    keepPerAccount: BigInt(keepPerAccount),
  };
}
