import { performance } from 'node:perf_hooks';
import type { Finding, Search } from '@quorate/fuzzer';
import { seedText } from '../campaign/seed-range.ts';
import { loadCorpus, saveCorpus } from './corpus-folder.ts';
import type { EventFile } from './event-file.ts';
import { confirmAndShrink, type ExaminedFinding, examine } from './findings.ts';
import { causesOf, type FinishedFuzz, missedBy, type Stop } from './finished.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import type { FuzzPlan } from './plan.ts';
import { createPool, type Pool } from './pool.ts';
import type { Progress } from './progress.ts';
import { runSearch } from './run-search.ts';

/** What a search is run with: where it runs, what it tells and what it keeps. */
export interface FuzzStage {
  readonly startJob: () => FuzzJob;
  readonly progress: Progress;
  readonly events: EventFile;
  /** Ends the search early, with a report. */
  readonly interrupt: AbortSignal;
  readonly corpus: string | undefined;
  readonly artefacts: string | undefined;
  readonly complain: (line: string) => void;
}

/** How many scenarios a corpus grows to by one search. */
const CORPUS_MAX = 256;

/**
 * Searches, then looks into each cause: confirmed in a fresh process, made smaller, replayed in full.
 *
 * @throws JobLostError when a process is lost; Error for a bug of ours.
 */
export async function fuzz(plan: FuzzPlan, stage: FuzzStage): Promise<FinishedFuzz> {
  const { space, crypto, jobs } = plan;
  const means = { space, crypto };
  const pool = createPool(jobs, stage.startJob);
  const start = performance.now();
  try {
    const search = await searched(plan, stage, { pool, means });
    const seconds = (performance.now() - start) / 1000;
    const report = search.report();
    const corpus = kept(search, stage.corpus);
    const findings = await examined(report.findings, plan, stage, means);
    const missed = missedBy(report, plan);
    const stop = stopOf(plan, stage, report);
    return {
      plan,
      report,
      findings,
      stop,
      seconds,
      corpus,
      missed,
      causes: causesOf(findings, missed),
    };
  } finally {
    pool.stop();
  }
}

interface Ground {
  readonly pool: Pool<FuzzJob>;
  readonly means: Means;
}

async function searched(plan: FuzzPlan, stage: FuzzStage, ground: Ground): Promise<Search> {
  const { space, strategy, first, runs, jobs, maxFailures, seconds } = plan;
  const { kept: corpus, mistakes } =
    stage.corpus === undefined ? { kept: [], mistakes: [] } : loadCorpus(stage.corpus);
  for (const mistake of mistakes) stage.complain(`left out of the corpus: ${mistake}\n`);
  const end = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  return await runSearch(
    {
      space,
      strategy,
      firstSeed: first,
      kept: corpus,
      causes: maxFailures,
      ...(runs === undefined ? {} : { runs }),
    },
    { ...ground, size: jobs },
    () => !stage.interrupt.aborted && performance.now() < end,
    (search) => {
      stage.progress.search(search);
      const { runs: done, failed, shapes } = search.report();
      stage.events.add({ t: 'fuzz.progress', runs: done, failed, shapes: shapes.size() });
    },
  );
}

function kept(search: Search, folder: string | undefined): FinishedFuzz['corpus'] {
  if (folder === undefined) return undefined;
  const scenarios = search.distil(CORPUS_MAX).map(({ scenario }) => scenario);
  return { folder, kept: scenarios.length, added: saveCorpus(folder, scenarios) };
}

/** Looks into all causes, each in a process of its own, as many at once as there are jobs. */
async function examined(
  findings: readonly Finding[],
  plan: FuzzPlan,
  { startJob, progress, artefacts, interrupt }: FuzzStage,
  means: Means,
): Promise<readonly ExaminedFinding[]> {
  if (findings.length === 0) return [];
  const hands = createPool(plan.jobs, () => ({ stop: () => undefined }));
  const shrunk = await hands.all(findings, async (_, finding) => {
    progress.say(`making ${finding.cause} smaller`);
    const job = startJob();
    // Whoever is in a hurry gets what was found as it is.
    const shrinkSeconds = interrupt.aborted ? 0 : plan.shrinkSeconds;
    try {
      return { smallest: await confirmAndShrink(finding, job, means, shrinkSeconds) };
    } finally {
      job.stop();
    }
  });
  return findings.map((finding, index) =>
    examine(finding, shrunk[index]?.smallest, means, artefacts),
  );
}

function stopOf(
  { runs, maxFailures }: FuzzPlan,
  { interrupt }: FuzzStage,
  { runs: done, findings }: FinishedFuzz['report'],
): Stop {
  if (findings.length >= maxFailures) return 'failures';
  if (interrupt.aborted) return 'interrupt';
  return runs !== undefined && done >= runs ? 'runs' : 'time';
}

/** Gives what a program has to know of one cause. */
export function findingEvent({
  cause,
  runs,
  seed,
  first,
  shrunk,
  isConfirmed,
  run,
}: ExaminedFinding) {
  return {
    cause,
    runs,
    seed: seedText(seed),
    run: first.index,
    confirmed: isConfirmed,
    shrunk,
    traceHash: run?.result.traceHash,
    artefacts: run?.artefacts,
  };
}
