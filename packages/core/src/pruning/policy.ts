import { factsOf, type Transaction } from '@quorate/protocol';
import { type CertificateRow, isTombstone } from '../stored-certificate.ts';

/**
 * Decides which certificates a node prunes: those that are old enough **and** not among the newest
 * of their sender. `mayPrune` exempts some whatever the policy says.
 */
export interface PrunePolicy {
  /** How long ago the certificate settled here, in nanoseconds; 0 means any age. */
  readonly olderThanNanos: bigint;
  /**
   * How many of each sender's newest certificates are kept; at least 1, because the last one backs
   * the nonce.
   */
  readonly keepPerAccount: bigint;
}

/** How long after a settlement a node starts to prune. Units: nanoseconds. */
export const PRUNE_GATHER: bigint = 1_000_000_000n;

/**
 * The furthest in the future a settlement time may lie and still be waited for. Units: nanoseconds.
 */
const AHEAD_MAX = 3_600_000_000_000n;

/** The most certificates that one step of pruning looks at. */
export const PRUNE_BATCH = 64;

/** The timer that starts pruning. */
export const PRUNE_TIMER = 'prune';

/**
 * Tells whether a certificate may ever be pruned. Not if its sender marked it archival (facts.md
 * P1.9), and not if it has committee operations, because nodes follow epochs along these (rule
 * P10).
 */
export function mayPrune({ archival, operations }: Transaction): boolean {
  return !archival && !operations.some(({ kind }) => kind.endsWith('Committee'));
}

/**
 * What to do with a row: prune it, keep it for good, or look again at `dueAt`, when it is old
 * enough.
 */
export type Fate = 'goes' | 'stays' | { readonly dueAt: bigint };

/** Decides about a certificate that is not among the newest of its sender. */
export function fateOf(
  row: CertificateRow | undefined,
  { olderThanNanos }: PrunePolicy,
  now: bigint,
  may: (transaction: Transaction) => boolean,
): Fate {
  if (row === undefined || isTombstone(row)) return 'stays';
  if (!may(factsOf(row.certificate.envelope.transaction).transaction)) return 'stays';
  // The clock was wrong when it settled, so its age is unknown. Waiting for it would block
  // everything behind it in the order of settlement for as long.
  if (row.settledAt - now > AHEAD_MAX) return 'stays';
  const dueAt = row.settledAt + olderThanNanos;
  return dueAt > now ? { dueAt } : 'goes';
}
