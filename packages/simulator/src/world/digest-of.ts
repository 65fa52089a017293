import { formatDigest, type Ledger, ledgerDigest } from '@quorate/core';

const known = new WeakMap<Ledger, string>();

/**
 * The ledger of the last digest: at the end of a run most validators hold equal ledgers. It is held
 * strongly: the target of a `WeakRef` that was read lives until the end of the host's turn anyway,
 * and a search may be one turn that lasts for hours.
 */
let latest: Ledger | undefined;

/**
 * Gives the digest of a whole ledger. Shape: 64 hex digits.
 *
 * Computing it hashes every record, and several callers need the same one at the end of a run, so
 * it is remembered.
 */
export function digestOf(ledger: Ledger): string {
  const digest = known.get(ledger) ?? formatDigest(ledgerDigest(ledger, latest));
  known.set(ledger, digest);
  latest = ledger;
  return digest;
}
