import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DEFAULT_SPACE, generateScenario, printScenario } from '@quorate/simulator';
import { afterEach, expect, it, vi } from 'vitest';
import { doWork } from './do-work.ts';
import { fuzz } from './fuzz.ts';
import { jobOf } from './job.ts';
import { planOf } from './plan.ts';

const corpus = mkdtempSync(join(tmpdir(), 'quorate-stop-'));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(corpus, { recursive: true });
});

it('says that the time is up where it was up after the corpus, which is no part of --runs', async () => {
  writeFileSync(join(corpus, 'one.yaml'), printScenario(generateScenario(DEFAULT_SPACE, 1n)));
  const none = () => undefined;
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const changes = { least: 0, greatest: 0 };
  const limits = { runs: 1, time: '1 s', maxFailures: 5, jobs: 1 };
  const { stop, report } = await fuzz(
    planOf({ profile: 'safe', crypto: 'stub', baseSeed: 1n, changes, ...limits }),
    {
      startJob: () => jobOf({ ask: async (request) => doWork(request), stop: none }),
      progress: { search: () => now.mockReturnValue(1_001), say: none, end: none },
      events: { add: none },
      interrupt: new AbortController().signal,
      corpus,
      artefacts: undefined,
      complain: none,
    },
  );
  expect({ runs: report.runs, stop }).toEqual({ runs: 1, stop: 'time' });
});
