import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkModel } from './link-model.ts';
import { createLosses } from './loss.ts';
import { createRng } from './rng.ts';

const DELAY = { kind: 'const', mean: 0n } as const;

function lossesOf(link: Omit<LinkModel, 'delay'>, count: number): readonly boolean[] {
  const losses = createLosses();
  const stream = createRng(42n).stream('losses');
  return Array.from({ length: count }, () => losses.next({ delay: DELAY, ...link }, stream));
}

function runLengths(losses: readonly boolean[]): readonly number[] {
  return losses
    .map((isLost) => (isLost ? 'x' : ' '))
    .join('')
    .split(/ +/)
    .flatMap(({ length }) => (length === 0 ? [] : [length]));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

describe('losses', () => {
  it.each([
    [0.1, 1],
    [0.1, 3],
    [0.3, 5],
    [0.5, 20],
  ])('lose a share of %d in runs of %d on average', (drop, burst) => {
    const losses = lossesOf({ drop, burst }, 200_000);
    expect(Math.abs(mean(losses.map(Number)) / drop - 1)).toBeLessThan(0.05);
    expect(Math.abs(mean(runLengths(losses)) / burst - 1)).toBeLessThan(0.05);
  });

  it.each([
    [0.9, 2],
    [0.6, 1],
    [1, 3],
    [0, 3],
  ])('keep to a share of %d even where runs of %d are too short for it', (drop, burst) => {
    const losses = lossesOf({ drop, burst }, 100_000);
    expect(Math.abs(mean(losses.map(Number)) - drop)).toBeLessThan(0.01);
  });

  it('cost every message the same draws', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    const burst = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
    fc.assert(
      fc.property(fc.bigInt(), probability, burst, (seed, drop, length) => {
        const losses = createLosses();
        const stream = createRng(seed).stream('losses');
        const model = { delay: DELAY, drop, ...(length === undefined ? {} : { burst: length }) };
        for (let count = 1; count < 20; count += 1) {
          losses.next(model, stream);
          expect(stream.draws()).toBe(2 * count);
        }
      }),
    );
  });
});
