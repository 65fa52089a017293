import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkModel } from './link-model.ts';
import { createLosses } from './loss.ts';
import { createRng } from './rng.ts';

const DELAY = { kind: 'const', mean: 0n } as const;

function lossesOf(link: Omit<LinkModel, 'delay'>, count: number, seed = 42n): readonly boolean[] {
  const losses = createLosses();
  const stream = createRng(seed).stream('losses');
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

  it.each([
    [0.1, 10],
    [0.3, 4],
    [0.5, 1],
  ])(
    'lose the share of %d of the first, second and third message, too, in runs of %d',
    (drop, burst) => {
      const [links, messages] = [2_000, 3];
      const lost = Array<number>(messages).fill(0);
      for (let seed = 0; seed < links; seed += 1) {
        const losses = lossesOf({ drop, burst }, messages, BigInt(seed));
        for (const [index, isLost] of losses.entries())
          lost[index] = (lost[index] ?? 0) + Number(isLost);
      }
      const deviation = Math.sqrt(links * drop * (1 - drop));
      for (const count of lost) expect(Math.abs(count - links * drop)).toBeLessThan(4 * deviation);
    },
  );

  it('begin anew after a time without bursts', () => {
    const losses = createLosses();
    const stream = createRng(42n).stream('losses');
    const next = (model: Pick<LinkModel, 'drop' | 'burst'>) =>
      losses.next({ delay: DELAY, ...model }, stream);
    expect(next({ drop: 1, burst: 9 })).toBe(true);
    expect(next({ drop: 0 })).toBe(false);
    const isLost = Array.from({ length: 500 }, () => {
      next({ drop: 0 });
      return next({ drop: 0.1, burst: 50 });
    });
    expect(Math.abs(mean(isLost.map(Number)) - 0.1)).toBeLessThan(0.06);
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
