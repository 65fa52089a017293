import { type ExitCode, exitCodes } from '../exit-code.ts';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import { type JudgedRun, judge } from '../runs/judge.ts';
import type { MeansOptions } from '../runs/run-judged.ts';
import type { LoadedScenario } from '../runs/scenario-files.ts';
import type { Job } from './job.ts';
import { type SeedRange, seedCount, seedsOf } from './seed-range.ts';
import { type SeedRun, seedRunOf } from './seed-run.ts';
import { type FailureGroup, type Tally, tally } from './tally.ts';

/** What a campaign runs. */
export interface CampaignPlan {
  readonly loaded: LoadedScenario;
  readonly seeds: SeedRange;
  /** How many processes share the work; at least 1. */
  readonly jobs: number;
  readonly means: MeansOptions;
  /** Called with every run as it ends, in no particular order. */
  readonly onRun?: (run: SeedRun) => void;
  /** Ends the campaign early, with the results of the runs that have ended. */
  readonly interrupt?: AbortSignal;
}

/** One way in which runs failed, with the first such run, repeated in a fresh process. */
export interface ConfirmedFailure extends Pick<FailureGroup, 'name' | 'runs'> {
  readonly seed: bigint;
  /** The second run, compared with the first: a difference is one more thing that went wrong. */
  readonly judged: JudgedRun;
}

/**
 * The result of a campaign. It does not depend on the number of processes, unless the campaign was
 * called off.
 */
export interface Campaign extends Omit<Tally, 'failures'> {
  readonly plan: CampaignPlan;
  readonly failures: readonly ConfirmedFailure[];
  /** Whether it was called off before all of its seeds had run. */
  readonly isInterrupted: boolean;
  /** Required situations that no run reached; empty if not all seeds have run. */
  readonly unmet: readonly string[];
  /** All runs, in the order of their seeds. */
  readonly seedRuns: readonly SeedRun[];
  /** Everything that went wrong; empty for a campaign that passed. */
  readonly causes: readonly ExitCode[];
}

/**
 * Runs a scenario with many seeds, spread over processes.
 *
 * For every way in which runs fail, the lowest seed is run again in a fresh process before it
 * counts.
 *
 * @throws JobLostError when a process is lost; Error when a run throws. Then all processes are
 * ended.
 */
export async function runCampaign(plan: CampaignPlan, startJob: () => Job): Promise<Campaign> {
  const seedRuns = await runAll(plan, startJob);
  const { failures: groups, ...totals } = tally(seedRuns);
  const failures: ConfirmedFailure[] = [];
  for (const group of groups) failures.push(await confirm(group, plan, startJob));
  const isInterrupted = totals.runs < seedCount(plan.seeds);
  const unmet = isInterrupted ? [] : unmetBy(totals, plan);
  const causes = [
    ...seedRuns.flatMap((run) => run.causes),
    ...failures.flatMap(({ judged }) => judged.causes),
    ...(unmet.length === 0 ? [] : [exitCodes.failed]),
    ...(isInterrupted ? [exitCodes.interrupted] : []),
    ...(totals.runs === 0 ? [exitCodes.unknown] : []),
  ];
  const ended = { ...totals, plan, failures, isInterrupted, unmet, seedRuns };
  return { ...ended, causes: [...new Set(causes)] };
}

function unmetBy(
  { situations }: Pick<Tally, 'situations'>,
  { loaded: { scenario } }: CampaignPlan,
): readonly string[] {
  const met = new Set(situations.flatMap(({ name, count }) => (count > 0 ? [name] : [])));
  return scenario.expect.sometimes.filter((name) => !met.has(name));
}

async function runAll(
  { loaded, seeds, jobs: wanted, means, onRun, interrupt }: CampaignPlan,
  startJob: () => Job,
): Promise<readonly SeedRun[]> {
  const queue = seedsOf(seeds);
  const runs: SeedRun[] = [];
  async function work(job: Job): Promise<void> {
    for (const seed of queue) {
      // The current run may never end.
      const run = await unlessCalledOff(() => job.run({ loaded, seed, means }), job, interrupt);
      if (run === undefined) return;
      runs.push(run);
      onRun?.(run);
    }
  }
  const jobs = Array.from({ length: Math.min(wanted, seedCount(seeds)) }, startJob);
  try {
    await Promise.all(jobs.map(work));
  } finally {
    for (const job of jobs) job.stop();
  }
  return runs.toSorted((one, other) => (one.seed < other.seed ? -1 : 1));
}

/** Runs the first seed of a group again, in a process where nothing else has run. */
async function confirm(
  { name, runs, first }: FailureGroup,
  { loaded, means }: CampaignPlan,
  startJob: () => Job,
): Promise<ConfirmedFailure> {
  const job = startJob();
  try {
    const { seed } = first;
    const again = await job.examine({ loaded, seed, means });
    const differences = differencesOf(first, seedRunOf(seed, again));
    // A difference from the first run says more than a repetition of the second.
    const repetition =
      differences.length === 0 ? again.repetition : { traceHash: first.traceHash, differences };
    return { name, runs, seed, judged: judge(loaded.file, again.result, repetition) };
  } finally {
    job.stop();
  }
}

const COMPARED = ['verdict', 'traceHash', 'drawHash', 'events', 'failure'] as const;

function differencesOf(first: SeedRun, again: SeedRun): readonly string[] {
  return COMPARED.filter((part) => first[part] !== again[part]);
}
