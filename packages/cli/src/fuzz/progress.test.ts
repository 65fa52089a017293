import { createSearch } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { plainColors } from '../terminal.ts';
import { createProgress } from './progress.ts';

it('says at once how far it is, and does not flood a log', async () => {
  const lines: string[] = [];
  const progress = await createProgress({
    print: () => undefined,
    complain: (text) => lines.push(text),
    colors: plainColors,
  });
  const search = createSearch({
    space: DEFAULT_SPACE,
    strategy: { kind: 'random' },
    firstSeed: 1n,
  });
  for (let generation = 0; generation < 50; generation += 1) progress.search(search);
  progress.say('something else');
  progress.end();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^0 runs, 0 runs\/s, 0 ns simulated, 0 shapes, 0 failed\n$/);
});
