import { formatDigest, type Ledger, ledgerDigest } from '@quorate/core';

const known = new WeakMap<Ledger, string>();

/**
 * Gives the digest of a whole ledger as text, 64 hex digits.
 *
 * It hashes every record, and several look at one ledger at the end of a run, so it is remembered.
 */
export function digestOf(ledger: Ledger): string {
  const digest = known.get(ledger) ?? formatDigest(ledgerDigest(ledger));
  known.set(ledger, digest);
  return digest;
}
