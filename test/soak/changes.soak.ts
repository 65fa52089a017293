import { describe, it } from 'vitest';
import { SMALL_SHARE, survives } from './survive.ts';

/** How many generated runs with changes of committee the correct core has to survive with stub signatures. */
const RUNS = Number(process.env['QUORATE_SOAK_CHANGES'] ?? 100_000);

const FEWER = Math.ceil(RUNS / SMALL_SHARE);

describe('the correct core survives generated runs in which the committee changes under load', () => {
  it('once or twice, with stub signatures', () =>
    survives({ runs: RUNS, crypto: 'stub', changes: '1..2' }));

  it('once or twice, with every signature verified', () =>
    survives({ runs: FEWER, crypto: 'full', changes: '1..2' }));

  it('five times, at times from one to ten and back, with stub signatures', () =>
    survives({ runs: FEWER, crypto: 'stub', changes: '5' }));
});
