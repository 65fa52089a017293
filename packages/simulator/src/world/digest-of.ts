import { formatDigest, type Ledger, ledgerDigest } from '@quorate/core';

const known = new WeakMap<Ledger, string>();

/**
 * The ledger of the last digest: at the end of a run most of a cluster hold equal ones. It is held
 * fast, because what a `WeakRef` was asked for lives until the host's turn ends, and a search may take
 * hours of one turn.
 */
let latest: Ledger | undefined;

/**
 * Gives the digest of a whole ledger as text, 64 hex digits.
 *
 * It hashes every record, and several look at one ledger at the end of a run, so it is remembered.
 */
export function digestOf(ledger: Ledger): string {
  const digest = known.get(ledger) ?? formatDigest(ledgerDigest(ledger, latest));
  known.set(ledger, digest);
  latest = ledger;
  return digest;
}
