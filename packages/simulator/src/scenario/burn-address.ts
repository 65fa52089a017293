/** What scenarios call the burn address: it is credited like any other account, and nobody acts for it. */
export const BURN = 'burn-address';
