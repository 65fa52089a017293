import { DEFAULT_SPACE, generateScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { jobOf } from './job.ts';

const means = { space: DEFAULT_SPACE, crypto: 'stub' } as const;
const scenario = generateScenario(DEFAULT_SPACE, 1n);
const fresh = [0, 1, 2].map((index) => ({ kind: 'fresh', index, seed: 1n }) as const);
const kept = [3, 4].map((index) => ({ kind: 'kept', index, name: 'long.yaml', scenario }) as const);

it('waits ten minutes for a sign of life, whatever it asks for', () => {
  const waited: unknown[] = [];
  const job = jobOf({
    ask: async (_, patience) => {
      waited.push(patience);
      return [] as never;
    },
    stop: () => undefined,
  });
  void job.ask('run', means, fresh);
  void job.ask('run', means, kept);
  void job.ask('confirm', means, scenario);
  void job.ask('shrink', means, { scenario, cause: '', attempts: 1 });
  expect(waited).toEqual([600_000, 600_000, 600_000, 600_000]);
});
