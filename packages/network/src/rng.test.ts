import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stream } from './rng.ts';
import { createRng, type RngError } from './rng.ts';

function take(stream: Stream, count: number): number[] {
  return Array.from({ length: count }, () => stream.nextUint32());
}

/** Pearson's statistic for the hypothesis that every count is equally likely. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function tally(size: number, draws: number, draw: () => number): number[] {
  const counts = new Array<number>(size).fill(0);
  for (let i = 0; i < draws; i += 1) {
    const value = draw();
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

describe('createRng', () => {
  it('continues like another seed from its start, in open streams and in new ones', () => {
    const rng = createRng(1n);
    rng.stream('open').nextUint32();
    rng.reseed(2n);
    const other = createRng(2n);
    for (const name of ['open', 'new']) {
      expect(rng.stream(name).nextUint32()).toBe(other.stream(name).nextUint32());
    }
  });

  it('pins seed 42: changing generated values is a breaking change', () => {
    const rng = createRng(42n);
    expect(take(rng.stream('faults'), 4)).toEqual([
      1_625_808_093, 2_239_229_750, 184_031_885, 4_000_152_584,
    ]);
    expect(take(rng.stream('network/v1→p1'), 4)).toEqual([
      1_493_821_554, 2_067_300_256, 882_873_234, 3_409_343_035,
    ]);
    expect(rng.stream('client/alice').below(1000)).toBe(837);
    expect(rng.stream('client/alice').bigintBelow(10n ** 30n)).toBe(
      642939508170399125655485787724n,
    );
    expect(rng.stream('client/alice').unit()).toBe(0.6623833169542779);
    expect(rng.stream('client/alice').shuffle([1, 2, 3, 4, 5, 6])).toEqual([2, 5, 1, 6, 4, 3]);
  });

  it('keeps a stream unmoved by other streams and by draws from them', () => {
    const action = fc.record({ name: fc.string(), draws: fc.nat(5) });
    fc.assert(
      fc.property(fc.bigInt(), fc.array(action), (seed, actions) => {
        const alone = take(createRng(seed).stream('the one'), actions.length);
        const rng = createRng(seed);
        const among = actions.map(({ name, draws }) => {
          if (name !== 'the one') take(rng.stream(name), draws);
          return rng.stream('the one').nextUint32();
        });
        expect(among).toEqual(alone);
      }),
    );
  });

  it('continues a stream that is opened again', () => {
    const rng = createRng(1n);
    const halves = [...take(rng.stream('s'), 2), ...take(rng.stream('s'), 2)];
    expect(halves).toEqual(take(createRng(1n).stream('s'), 4));
  });

  it('separates seeds and names, also where their concatenations agree', () => {
    const key = fc.tuple(fc.string(), fc.string());
    fc.assert(
      fc.property(key, key, ([seedA, nameA], [seedB, nameB]) => {
        const a = take(createRng(seedA).stream(nameA), 4);
        const b = take(createRng(seedB).stream(nameB), 4);
        expect(a.join() === b.join()).toBe(seedA === seedB && nameA === nameB);
      }),
    );
    const shifted = take(createRng('ab').stream('c'), 4);
    expect(take(createRng('a').stream('bc'), 4)).not.toEqual(shifted);
  });

  it('reads the seeds 42n and "42" as one', () => {
    expect(take(createRng('42').stream('s'), 4)).toEqual(take(createRng(42n).stream('s'), 4));
  });

  it('reports every draw, in order, with its stream', () => {
    const heard: [string, number][] = [];
    const rng = createRng(5n, {
      onStream: (name) => (value) => heard.push([name, value]),
    });
    const [a] = take(rng.stream('a'), 1);
    const [b] = take(rng.stream('b'), 1);
    rng.stream('a').unit();
    expect(heard.slice(0, 2)).toEqual([
      ['a', a],
      ['b', b],
    ]);
    expect(heard.map(([name]) => name)).toEqual(['a', 'b', 'a', 'a']);
  });
});

describe('Stream', () => {
  it('stays below the bound, with numbers and bigints alike', () => {
    const bound = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 2 ** 32 }));
    fc.assert(
      fc.property(fc.bigInt(), bound, (seed, n) => {
        const value = createRng(seed).stream('s').below(n);
        expect(Number.isInteger(value) && value >= 0 && value < n).toBe(true);
        expect(createRng(seed).stream('s').bigintBelow(BigInt(n))).toBe(BigInt(value));
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 2n ** 200n }), (seed, n) => {
        const value = createRng(seed).stream('s').bigintBelow(n);
        expect(value >= 0n && value < n).toBe(true);
      }),
    );
  });

  // Thresholds are the 0.9999 quantiles for the degrees of freedom; the seeds are fixed.
  it.each([
    [2, 15.1],
    [3, 18.4],
    [7, 27.9],
    [16, 44.3],
  ])('draws below %i without bias', (n, threshold) => {
    const stream = createRng(7n).stream('unbiased');
    expect(chiSquare(tally(n, 100_000, () => stream.below(n)))).toBeLessThan(threshold);
  });

  it('has no bias where a remainder would have one', () => {
    // Of 3 * 2^30 values, a plain remainder would draw the lowest third twice as often.
    const stream = createRng(7n).stream('unbiased');
    const thirds = () => Math.floor(stream.below(3 * 2 ** 30) / 2 ** 30);
    expect(chiSquare(tally(3, 100_000, thirds))).toBeLessThan(18.4);
    const bigThirds = () => Number(stream.bigintBelow(3n * 2n ** 62n) / 2n ** 62n);
    expect(chiSquare(tally(3, 100_000, bigThirds))).toBeLessThan(18.4);
  });

  it('draws units evenly from [0, 1)', () => {
    const stream = createRng(7n).stream('unit');
    const counts = tally(10, 100_000, () => Math.floor(stream.unit() * 10));
    expect(counts).toHaveLength(10);
    expect(chiSquare(counts)).toBeLessThan(33.8);
  });

  it('decides by the probability and always at the cost of two draws', () => {
    const stream = createRng(7n).stream('chance');
    const hits = tally(2, 100_000, () => (stream.chance(0.3) ? 1 : 0));
    expect(hits[1]).toBeGreaterThan(29_400);
    expect(hits[1]).toBeLessThan(30_600);
    expect(stream.draws()).toBe(200_000);
    fc.assert(
      fc.property(fc.bigInt(), (seed) => {
        const certain = createRng(seed).stream('s');
        expect([certain.chance(0), certain.chance(1), certain.draws()]).toEqual([false, true, 4]);
      }),
    );
  });

  it('shuffles into a permutation and leaves its input alone', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.array(fc.integer()), (seed, list) => {
        const before = [...list];
        const shuffled = createRng(seed).stream('s').shuffle(list);
        expect(list).toEqual(before);
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(before.sort((a, b) => a - b));
      }),
    );
  });

  it('shuffles into each of the six orders of three equally often', () => {
    const stream = createRng(7n).stream('orders');
    const orders = ['012', '021', '102', '120', '201', '210'];
    const counts = tally(6, 60_000, () => orders.indexOf(stream.shuffle([0, 1, 2]).join('')));
    expect(counts).toHaveLength(6);
    expect(chiSquare(counts)).toBeLessThan(25.8);
  });

  it('picks an element of the list', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.array(fc.nat(), { minLength: 1 }), (seed, list) => {
        expect(list).toContain(createRng(seed).stream('s').pick(list));
      }),
    );
  });

  it.each<[string, RngError['code'], (stream: Stream) => unknown]>([
    ['below(0)', 'BoundOutOfRange', (stream) => stream.below(0)],
    ['below(1.5)', 'BoundOutOfRange', (stream) => stream.below(1.5)],
    ['below(2^32 + 1)', 'BoundOutOfRange', (stream) => stream.below(2 ** 32 + 1)],
    ['bigintBelow(0n)', 'BoundOutOfRange', (stream) => stream.bigintBelow(0n)],
    ['chance(-0.1)', 'ProbabilityOutOfRange', (stream) => stream.chance(-0.1)],
    ['chance(1.1)', 'ProbabilityOutOfRange', (stream) => stream.chance(1.1)],
    ['chance(NaN)', 'ProbabilityOutOfRange', (stream) => stream.chance(Number.NaN)],
    ['pick([])', 'EmptyList', (stream) => stream.pick([])],
  ])('refuses %s and draws nothing', (_call, code, act) => {
    const stream = createRng(1n).stream('picky');
    expect(() => act(stream)).toThrow(expect.objectContaining({ code, stream: 'picky' }));
    expect(stream.draws()).toBe(0);
  });
});
