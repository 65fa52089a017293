import { performance } from 'node:perf_hooks';
import { createSearch } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { afterEach, expect, it, vi } from 'vitest';
import { createProgress } from './progress.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const nothingFound = () =>
  createSearch({ space: DEFAULT_SPACE, strategy: { kind: 'random' }, firstSeed: 1n });

it('says at once how far it is, and does not flood a log', () => {
  const lines: string[] = [];
  const progress = createProgress({ complain: (text) => lines.push(text) });
  const search = nothingFound();
  for (let generation = 0; generation < 50; generation += 1) progress.search(search);
  progress.say('something else');
  progress.end();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^0 runs, 0 runs\/s, 0 ns simulated, 0 shapes, 0 failed\n$/);
});

it('writes on a terminal over one line, gives people time to read it, and leaves it empty', () => {
  const lines: string[] = [];
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const complain = () => {
    throw new Error('a terminal gets no lines of a log');
  };
  const progress = createProgress({ complain, rewrite: (line) => lines.push(line) });
  now.mockReturnValue(1_000);
  progress.search(nothingFound());
  progress.say('too soon to be read');
  now.mockReturnValue(2_000);
  progress.say('shrinking');
  progress.end();
  expect(lines).toEqual(['0 runs, 0 runs/s, 0 ns simulated, 0 shapes, 0 failed', 'shrinking', '']);
});
