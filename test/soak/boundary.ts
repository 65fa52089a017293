import { performance } from 'node:perf_hooks';
import { faultyMax } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { type Side, summary, sweep } from '../boundary/sweep.ts';

/** How many seeds a soak tries within the budget; a fifth of them beyond it. */
const SEEDS = Number(process.env['QUORATE_SOAK_SEEDS'] ?? 5_000);

/** Registers the sweeps of both sides of the boundary, which print their results. */
export function itHoldsTheBoundary(validators: number): void {
  describe(`the boundary of ${validators} validators`, () => {
    it('f Byzantine validators violate no safety invariant', () => {
      const { contradictions, violated } = soak('safe', validators, SEEDS);
      expect(contradictions).toEqual([]);
      expect([...violated]).toEqual([]);
    });

    it('f + 1 Byzantine validators break unique-certificate, and are named', () => {
      const found = soak('beyond', validators, Math.ceil(SEEDS / 5));
      expect(found.contradictions).toEqual([]);
      expect(found.violated.get('unique-certificate')).toBeGreaterThan(0);
      expect(found.fewestCulprits).toBeGreaterThan(faultyMax(validators));
    });
  });
}

function soak(side: Side, validators: number, count: number) {
  const start = performance.now();
  const found = sweep(side, validators, { runs: count });
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`soak ${summary(found)}; ${(count / seconds).toFixed(1)} runs/s\n`);
  return found;
}
