/**
 * Gives how many of `size` validators may be Byzantine: f.
 *
 * Written from ledger.md alone, like everything that judges runs: the core's own computation may be
 * the bug.
 */
export function faultyMax(size: number): number {
  return Math.floor((size - 1) / 3);
}

/**
 * Gives how many of `size` validators make a quorum: all but f, so that two quorums share a correct
 * one.
 */
export function quorumSize(size: number): number {
  return size - faultyMax(size);
}

/** Tells whether at most f members of a committee are faulty. */
export function isBearable<T>(members: readonly T[], isFaulty: (member: T) => boolean): boolean {
  return members.filter(isFaulty).length <= faultyMax(members.length);
}
