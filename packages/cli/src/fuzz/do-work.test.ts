import { causeOfScenario } from '@quorate/fuzzer';
import { DEFAULT_SPACE, loadScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { doWork } from './do-work.ts';
import type { FuzzRequest } from './job.ts';

const means = { space: DEFAULT_SPACE, crypto: 'stub' } as const;
const text = `version: 1
name: failing
cluster: { validators: 4, clients: { alice: {} } }
workload: []
expect: { certificates: 1 }
`;
const failing = loadScenario(text, 'failing.yaml');
const cause = causeOfScenario(failing, means) ?? '';
const tasks = [1, 2].map(
  (index) => ({ kind: 'kept', index, name: 'f.yaml', scenario: failing }) as const,
);
const hunted = { mutant: 'canary', firstSeed: 1n, strategy: { kind: 'random' } } as const;

it.each([
  ['run', tasks, 2],
  ['shrink', { scenario: failing, cause, attempts: 3 }, 3],
  ['hunt', { ...hunted, runs: 2, seconds: 60, attempts: 0 }, 2],
] as const)(
  'gives a sign of life before each run of what it does: %s',
  async (work, given, runs) => {
    let signs = 0;
    await doWork({ work, means, given } as FuzzRequest, () => {
      signs += 1;
    });
    expect(signs).toBe(runs);
  },
);
