import { performance } from 'node:perf_hooks';
import type { Finding, KeptScenario, Search } from '@quorate/fuzzer';
import { seedText } from '../campaign/seed-range.ts';
import type { ExitCode } from '../exit-code.ts';
import { loadCorpus, pruneCorpus, saveCorpus } from './corpus-folder.ts';
import type { EventFile } from './event-file.ts';
import { confirmAndShrink, type ExaminedFinding, examine } from './findings.ts';
import { causesOf, type FinishedFuzz, missedBy, type Stop } from './finished.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import type { FuzzPlan } from './plan.ts';
import { createPool, type Pool } from './pool.ts';
import type { Progress } from './progress.ts';
import { runSearch, type SearchRun } from './run-search.ts';

/** What a search runs with: its processes, its progress, and what it keeps. */
export interface FuzzStage {
  readonly startJob: () => FuzzJob;
  readonly progress: Progress;
  readonly events: Pick<EventFile, 'add'>;
  /** Ends the search early, with a report. */
  readonly interrupt: AbortSignal;
  readonly corpus: string | undefined;
  readonly artefacts: string | undefined;
  readonly complain: (line: string) => void;
}

/** The number of scenarios to which a search lets a corpus grow. */
const CORPUS_MAX = 256;

/**
 * Searches, then examines each cause: confirms it in a fresh process, shrinks it, and replays it in
 * full.
 *
 * A lost process ends the search; what was found until then is examined all the same, and reported
 * as it is if the process that examines it is lost.
 *
 * @throws Error for a bug of quorate.
 */
export async function fuzz(plan: FuzzPlan, stage: FuzzStage): Promise<FinishedFuzz> {
  const { space, crypto, jobs } = plan;
  const means = { space, crypto };
  const pool = createPool(jobs, stage.startJob);
  const start = performance.now();
  try {
    const { search, lost, known } = await searched(plan, stage, { pool, means });
    const seconds = (performance.now() - start) / 1000;
    if (lost !== undefined) stage.complain(`error ${lost.message}\n`);
    const report = search.report();
    const { corpus, unwritten } = kept(search, stage, known);
    const findings = await examined(report.findings, plan, stage);
    const missed = missedBy(report, plan);
    const stop = lost === undefined ? stopOf(plan, stage, { ...report, corpus }) : 'lost';
    const ended = { plan, report, findings, stop, seconds, corpus, missed };
    return { ...ended, causes: [...new Set([...causesOf(ended), ...unwritten])] };
  } finally {
    pool.stop();
  }
}

interface Ground {
  readonly pool: Pool<FuzzJob>;
  readonly means: Means;
}

interface Searched extends SearchRun {
  /** The scenarios of earlier searches that were run first. */
  readonly known: readonly KeptScenario[];
}

async function searched(plan: FuzzPlan, stage: FuzzStage, ground: Ground): Promise<Searched> {
  const { space, strategy, first, runs, jobs, maxFailures, seconds } = plan;
  const { kept: corpus, mistakes } =
    stage.corpus === undefined ? { kept: [], mistakes: [] } : loadCorpus(stage.corpus);
  for (const mistake of mistakes) stage.complain(`left out of the corpus: ${mistake}\n`);
  const end = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const run = await runSearch(
    {
      space,
      strategy,
      firstSeed: first,
      kept: corpus,
      causes: maxFailures,
      ...(runs === undefined ? {} : { runs }),
    },
    { ...ground, size: jobs, interrupt: stage.interrupt },
    () => !stage.interrupt.aborted && performance.now() < end,
    (search) => {
      stage.progress.search(search);
      const { runs: done, failed, shapes } = search.report();
      stage.events.add({ t: 'fuzz.progress', runs: done, failed, shapes: shapes.size() });
    },
  );
  return { ...run, known: corpus };
}

interface Kept extends Pick<FinishedFuzz, 'corpus'> {
  /** The exit codes if not everything could be written. */
  readonly unwritten: readonly ExitCode[];
}

function kept(search: Search, stage: FuzzStage, known: readonly KeptScenario[]): Kept {
  const { corpus: folder } = stage;
  if (folder === undefined) return { corpus: undefined, unwritten: [] };
  const { runs, failed } = search.report();
  const scenarios = search.distil(CORPUS_MAX).map(({ scenario }) => scenario);
  const place = { folder, known };
  const saved = saveCorpus(place, scenarios, stage);
  // A failing scenario shows nothing new to a search, yet it is what a corpus is for; and a
  // scenario that could not be written cannot replace a removed one.
  const mayPrune = runs >= known.length && failed === 0 && saved.unwritten.length === 0;
  const pruned = mayPrune ? pruneCorpus(place, scenarios, stage) : { removed: 0, unwritten: [] };
  const tried = Math.min(runs, known.length);
  const { added } = saved;
  const corpus = { folder, tried, kept: scenarios.length, added, removed: pruned.removed };
  return { corpus, unwritten: [...saved.unwritten, ...pruned.unwritten] };
}

/** Examines all causes, each in a process of its own, as many at once as there are jobs. */
async function examined(
  findings: readonly Finding[],
  plan: FuzzPlan,
  { startJob, progress, artefacts: root, complain, interrupt }: FuzzStage,
): Promise<readonly ExaminedFinding[]> {
  if (findings.length === 0) return [];
  const { space, crypto } = plan;
  const hands = createPool(plan.jobs, () => ({ stop: () => undefined }));
  const verified = await hands.all(findings, async (_, finding) => {
    progress.say(`making ${finding.cause} smaller`);
    const looking = { means: { space, crypto }, seconds: plan.shrinkSeconds, interrupt };
    return await confirmAndShrink(finding, startJob, looking);
  });
  return findings.flatMap((finding, index) => {
    const verification = verified[index];
    if (verification === undefined) return [];
    const { lost } = verification;
    if (lost !== undefined) complain(`error ${lost.message}\n`);
    return [examine(finding, verification, plan, { root, complain })];
  });
}

function stopOf(
  { runs, maxFailures }: FuzzPlan,
  { interrupt }: FuzzStage,
  { runs: done, findings, corpus }: FinishedFuzz['report'] & Pick<FinishedFuzz, 'corpus'>,
): Stop {
  if (findings.length >= maxFailures) return 'failures';
  if (interrupt.aborted) return 'interrupt';
  return runs !== undefined && done - (corpus?.tried ?? 0) >= runs ? 'runs' : 'time';
}

/** Gives what a program has to know of one cause. */
export function findingEvent({
  cause,
  runs,
  seed,
  first,
  shrunk,
  isConfirmed,
  lost,
  keptAs,
  run,
  artefacts,
}: ExaminedFinding) {
  return {
    cause,
    runs,
    seed: seedText(seed),
    keptAs,
    run: first.index,
    confirmed: isConfirmed,
    shrunk,
    lost,
    traceHash: run?.result.traceHash,
    artefacts,
  };
}
