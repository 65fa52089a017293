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

it('convicts no mutant if the right core fails, too, and says so', async () => {
  const hunt = {
    mutant: 'nonce-unchecked',
    firstSeed: 1n,
    strategy: { kind: 'random' },
    runs: 1,
    seconds: 60,
    attempts: 0,
  } as const;
  const means = { space: DEFAULT_SPACE, crypto: 'stub' } as const;
  const convicted = await goHunting(hunt, means);
  expect(convicted).toMatchObject({ kill: { oracle: expect.any(String) } });
  expect(convicted).not.toHaveProperty('core');
  const { kill, core, runs } = await goHunting(hunt, means, {
    causeOf: () => 'liveness-honest: _ waits',
  });
  expect(runs).toBe(convicted.runs);
  expect(kill).toBeUndefined();
  expect(core).toEqual({
    cause: 'liveness-honest: _ waits',
    scenario: expect.stringMatching(/^generated-/),
  });
});
