/**
 * Gives how many of `size` validators may be Byzantine: f = floor((n-1)/3).
 *
 * Source: ledger.md, "Words used everywhere"; facts.md P1.2.
 */
export function faultyMax(size: number): number {
  return Math.floor((size - 1) / 3);
}

/**
 * Gives how many of `size` validators make a quorum: q = floor(2n/3) + 1.
 *
 * It equals n - f for every n, so two quorums share at least f + 1 members, one of them correct.
 * Source: ledger.md, "Words used everywhere"; facts.md P1.3.
 */
export function quorumSize(size: number): number {
  return Math.floor((2 * size) / 3) + 1;
}
