import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Distribution, DistributionErrorCode } from './distribution.ts';
import { createSampler } from './distribution.ts';
import type { Stream } from './rng.ts';
import { createRng } from './rng.ts';

const MS = 1_000_000n;

function sample(distribution: Distribution, stream: Stream): number {
  return createSampler(distribution)(stream);
}

function samples(distribution: Distribution, count: number): number[] {
  const stream = createRng(42n).stream('samples');
  const draw = createSampler(distribution);
  return Array.from({ length: count }, () => draw(stream));
}

/** A stream whose next units are the given ones. */
function unitStream(...units: readonly number[]): Stream {
  const rest = [...units];
  return { ...createRng(0n).stream('unit'), unit: () => rest.shift() ?? Number.NaN };
}

describe('createSampler', () => {
  it('pins seed 42: changing generated values is a breaking change', () => {
    expect(samples({ kind: 'exp', mean: 50n * MS, min: MS }, 5)).toEqual([
      39_221_732, 69_656_062, 125_222_323, 5_451_895, 6_271_105,
    ]);
    expect(samples({ kind: 'uniform', min: MS, max: 30n * MS }, 3)).toEqual([
      16_717_554, 18_132_489, 22_871_976,
    ]);
  });

  it('answers a constant with the constant and without a draw', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 53n }), (mean) => {
        const stream = createRng(0n).stream('s');
        expect(sample({ kind: 'const', mean }, stream)).toBe(Number(mean));
        expect(stream.draws()).toBe(0);
      }),
    );
  });

  it('keeps a uniform draw between its bounds, both included', () => {
    const bound = fc.bigInt({ min: 0n, max: 2n ** 52n });
    fc.assert(
      fc.property(fc.bigInt(), bound, bound, (seed, min, width) => {
        const drawn = sample(
          { kind: 'uniform', min, max: min + width },
          createRng(seed).stream('s'),
        );
        expect(drawn >= min && drawn <= min + width).toBe(true);
      }),
    );
    expect(new Set(samples({ kind: 'uniform', min: 3n, max: 5n }, 100))).toEqual(
      new Set([3, 4, 5]),
    );
  });

  it('never lets an exponential draw fall below its minimum', () => {
    const bound = fc.bigInt({ min: 0n, max: 2n ** 46n });
    fc.assert(
      fc.property(fc.bigInt(), bound, bound, (seed, min, excess) => {
        const exponential: Distribution = { kind: 'exp', mean: min + excess, min };
        const drawn = sample(exponential, createRng(seed).stream('s'));
        expect([drawn >= min, Number.isSafeInteger(drawn)]).toEqual([true, true]);
      }),
    );
  });

  it('gives an exponential its mean and quantiles', () => {
    const drawn = samples({ kind: 'exp', mean: 60n * MS, min: 10n * MS }, 200_000);
    const mean = drawn.reduce((sum, nanos) => sum + nanos, 0) / drawn.length;
    expect(Math.abs(mean / 60e6 - 1)).toBeLessThan(0.01);
    drawn.sort((a, b) => a - b);
    for (const rank of [0.1, 0.5, 0.9, 0.99]) {
      const expected = -Math.log(1 - rank);
      const quantile = ((drawn[Math.floor(rank * drawn.length)] ?? 0) - 10e6) / 50e6;
      expect(Math.abs(quantile / expected - 1)).toBeLessThan(0.025);
    }
  });

  it('gives a lognormal its median and its 99th percentile, and the quantiles between', () => {
    const drawn = samples({ kind: 'lognormal', median: 200n * MS, p99: 5_000n * MS }, 200_000).sort(
      (a, b) => a - b,
    );
    const deviation = Math.log(25) / 2.3263478740408408;
    // Standard normal quantiles.
    const quantiles: [rank: number, z: number][] = [
      [0.1, -1.2815515655446004],
      [0.25, -0.6744897501960817],
      [0.5, 0],
      [0.9, 1.2815515655446004],
      [0.99, 2.3263478740408408],
    ];
    for (const [rank, z] of quantiles) {
      const found = Math.log((drawn[Math.floor(rank * drawn.length)] ?? 0) / 200e6) / deviation;
      expect(Math.abs(found - z)).toBeLessThan(0.03);
    }
  });

  it.each([1.5, 3, 0.5])('gives a pareto of alpha %d its minimum and quantiles', (alpha) => {
    const drawn = samples({ kind: 'pareto', min: 10n * MS, alpha }, 200_000).sort((a, b) => a - b);
    expect(drawn[0]).toBeGreaterThanOrEqual(10e6);
    for (const rank of [0.1, 0.5, 0.9, 0.99]) {
      const expected = 10e6 * (1 - rank) ** (-1 / alpha);
      const quantile = drawn[Math.floor(rank * drawn.length)] ?? 0;
      expect(Math.abs(Math.log(quantile / expected) * alpha)).toBeLessThan(0.05);
    }
  });

  it('cuts a heavy tail before it leaves the time that a clock can order', () => {
    const longest = 864_000_000_000_000;
    const unlucky = () => unitStream(1 - 2 ** -53, 0.5);
    const median = 2n * BigInt(longest);
    expect(sample({ kind: 'pareto', min: 1n, alpha: 0.01 }, unlucky())).toBe(longest);
    expect(sample({ kind: 'lognormal', median: MS, p99: BigInt(longest) }, unlucky())).toBe(
      longest,
    );
    expect(sample({ kind: 'lognormal', median, p99: 2n * median }, unlucky())).toBe(Number(median));
  });

  // The mean is a power of two, large enough for every bit of the logarithm to show.
  it('agrees with the logarithm over the whole range of units', () => {
    const numerator = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
      fc.bigInt({ min: 2n ** 53n - 1000n, max: 2n ** 53n - 1n }),
      fc.bigInt({ min: 0n, max: 1000n }),
      // Where the series converges slowest.
      fc.nat(1000).map((offset) => BigInt(Math.floor((1 - Math.SQRT1_2) * 2 ** 53) - offset)),
    );
    fc.assert(
      fc.property(numerator, (k) => {
        const unit = Number(k) / 2 ** 53;
        const exponential: Distribution = { kind: 'exp', mean: 2n ** 60n, min: 0n };
        const drawn = sample(exponential, unitStream(unit));
        const expected = -Math.log1p(-unit) * 2 ** 60;
        expect(Math.abs(drawn - expected)).toBeLessThanOrEqual(1 + expected * 5e-16);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[DistributionErrorCode, Distribution]>([
    ['NegativeDuration', { kind: 'const', mean: -1n }],
    ['NegativeDuration', { kind: 'uniform', min: -1n, max: 1n }],
    ['NegativeDuration', { kind: 'exp', mean: 1n, min: -1n }],
    ['EmptyRange', { kind: 'uniform', min: 2n, max: 1n }],
    ['EmptyRange', { kind: 'exp', mean: 1n, min: 2n }],
    ['EmptyRange', { kind: 'lognormal', median: 2n, p99: 1n }],
    ['NoTail', { kind: 'lognormal', median: 0n, p99: 1n }],
    ['NoTail', { kind: 'pareto', min: 0n, alpha: 1 }],
    ['NoTail', { kind: 'pareto', min: 1n, alpha: 0 }],
  ])('refuses with %s: %o', (code, distribution) => {
    expect(() => createSampler(distribution)).toThrow(
      expect.objectContaining({ code, distribution }),
    );
  });
});
