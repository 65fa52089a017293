import { factsOf, type Transaction } from '@quorate/protocol';
import { type CertificateRow, isTombstone } from '../stored-certificate.ts';

/**
 * Says which certificates a node lets go of: those that are older than an age **and** not among the
 * newest of their sender. What `mayPrune` spares stays whatever the policy says.
 */
export interface PrunePolicy {
  /** Since it settled here, in nanoseconds; 0 is any age. */
  readonly olderThanNanos: bigint;
  /** How many of the newest of each sender stay; at least 1, because the last one backs the nonce. */
  readonly keepPerAccount: bigint;
}

/** How long after a settlement a node looks for what it may let go of. Units: nanoseconds. */
export const PRUNE_GATHER: bigint = 1_000_000_000n;

/** How far ahead a clock was, at most, that what settled by it is waited for. Units: nanoseconds. */
const AHEAD_MAX = 3_600_000_000_000n;

/** How many certificates are looked at in one go. */
export const PRUNE_BATCH = 64;

/** Names the timer after which a node looks for what it may let go of. */
export const PRUNE_TIMER = 'prune';

/**
 * Tells whether a certificate may ever be let go of: one that its sender had marked archival stays
 * (facts.md P1.9), and so does what committees come from, because epochs are followed along it (P10).
 */
export function mayPrune({ archival, operations }: Transaction): boolean {
  return !archival && !operations.some(({ kind }) => kind.endsWith('Committee'));
}

/** What becomes of a row: it goes, it stays for good, or it is too young until a time. */
export type Fate = 'goes' | 'stays' | { readonly dueAt: bigint };

/** Decides about the certificate of a (sender, nonce) that is not among the newest of its sender. */
export function fateOf(
  row: CertificateRow | undefined,
  { olderThanNanos }: PrunePolicy,
  now: bigint,
  may: (transaction: Transaction) => boolean,
): Fate {
  if (row === undefined || isTombstone(row)) return 'stays';
  if (!may(factsOf(row.certificate.envelope.transaction).transaction)) return 'stays';
  // Its age is unknown, and to wait until it is old would hold up, for as long, all that settled behind it.
  if (row.settledAt - now > AHEAD_MAX) return 'stays';
  const dueAt = row.settledAt + olderThanNanos;
  return dueAt > now ? { dueAt } : 'goes';
}
