import { DEFAULT_SPACE } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { goHunting } from './hunt.ts';

it('tries a mutant once, however little time a hunt has', async () => {
  const limits = { runs: 20, seconds: 0, attempts: 0 };
  const hunt = {
    mutant: 'canary',
    firstSeed: 1n,
    strategy: { kind: 'random' },
    ...limits,
  } as const;
  const { runs, kill } = await goHunting(hunt, { space: DEFAULT_SPACE, crypto: 'stub' });
  expect({ runs, kill }).toEqual({ runs: 1, kill: undefined });
});
