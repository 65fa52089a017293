/** The modes, from the most expensive to the cheapest. */
export const CRYPTO_MODES = ['full', 'cache', 'trusted', 'memo', 'stub'] as const;

/**
 * How much of Ed25519 is really computed. All modes give equal runs; they differ in cost.
 *
 * - `full`: every verification is computed, however often a signature is checked.
 * - `cache`: each verdict is remembered, as long as the suite lives.
 * - `trusted`: as `cache`; also, signatures made by this process are known to be valid.
 * - `memo`: as `trusted`; verdicts and signatures are remembered as long as the process lives.
 * - `stub`: no Ed25519 except for the keys; fast, but signatures prove nothing.
 */
export type CryptoMode = (typeof CRYPTO_MODES)[number];
