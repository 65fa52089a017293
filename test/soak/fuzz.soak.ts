import { describe, it } from 'vitest';
import { SMALL_SHARE, survives } from './survive.ts';

/** How many generated runs the correct core has to survive with stub signatures. */
const RUNS = Number(process.env['QUORATE_SOAK_RUNS'] ?? 1_000_000);

const FEWER = Math.ceil(RUNS / SMALL_SHARE);

describe('the correct core survives generated runs', () => {
  it('with stub signatures', () => survives({ runs: RUNS, crypto: 'stub' }));

  it('with every signature verified', () => survives({ runs: FEWER, crypto: 'full' }));

  it('scheduled by priorities, with stub signatures', () =>
    survives({ runs: FEWER, crypto: 'stub', strategy: 'pct:3' }));
});
