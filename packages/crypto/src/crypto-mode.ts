/**
 * Names how much of Ed25519 is computed. All modes give equal runs; they differ in what they cost.
 *
 * - `full`: every verification is arithmetic, however often the same signature is asked about.
 * - `cache`: a verdict is remembered, for as long as the suite lives.
 * - `trusted`: besides, what this process has signed is known to be valid.
 * - `memo`: besides, verdicts and signatures are remembered for as long as the process lives.
 * - `stub`: no Ed25519 at all but for the keys; fast, and no proof of anything.
 */
export type CryptoMode = 'full' | 'cache' | 'trusted' | 'memo' | 'stub';

/** Lists the modes, from the dearest to the cheapest. */
export const CRYPTO_MODES: readonly CryptoMode[] = ['full', 'cache', 'trusted', 'memo', 'stub'];
