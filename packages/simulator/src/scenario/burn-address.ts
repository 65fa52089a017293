/**
 * The name of the burn address in scenarios: it can be credited like any account, but nobody can
 * act for it.
 */
export const BURN = 'burn-address';
