import type { ScenarioSize } from '@quorate/fuzzer';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import { SHRINK_ATTEMPTS } from './findings.ts';
import type { Catch } from './hunt.ts';
import type { FuzzJob } from './job.ts';
import type { FuzzPlan } from './plan.ts';
import { createPool } from './pool.ts';
import type { Progress } from './progress.ts';
import type { Mutant } from './wrong-rules.ts';

/** The results of the hunts for one mutant. */
export interface Score {
  readonly mutant: Pick<Mutant, 'id' | 'title' | 'rule' | 'isHard' | 'survives'>;
  /** Whether more than half of the hunts ended in a kill. */
  readonly isKilled: boolean;
  /** The invariants that broke, the most frequent first. */
  readonly oracles: readonly string[];
  /**
   * Medians over all hunts; a hunt that found nothing counts as endless. Undefined means endless.
   */
  readonly runs: number | undefined;
  readonly seconds: number | undefined;
  /** Medians over what was shrunk; undefined if nothing was. */
  readonly size: SizeOfScore | undefined;
  readonly shrinkSeconds: number | undefined;
  readonly hunts: readonly Catch[];
}

/** The parts of a scenario's size that people compare. */
export type SizeOfScore = Pick<ScenarioSize, 'operations' | 'faults' | 'acts'>;

/** How mutants are hunted. */
export interface HuntingPlan
  extends Pick<FuzzPlan, 'space' | 'crypto' | 'strategy' | 'first' | 'jobs'> {
  /** The number of hunts for each mutant, each from a seed of its own; odd. */
  readonly repeats: number;
  /** The greatest number of runs, and of seconds of real time, of each hunt. */
  readonly runs: number;
  readonly seconds: number;
}

/** The distance between the first seeds of two hunts: no hunt reaches the seeds of the next. */
const STRIDE = 2n ** 32n;

/** What hunts run with. */
export interface HuntingStage {
  readonly startJob: () => FuzzJob;
  readonly progress: Pick<Progress, 'say'>;
  /** Calls off all hunts, also the current ones. */
  readonly interrupt: AbortSignal;
}

/**
 * Hunts every mutant several times, spread over processes; the hunts for each mutant begin with the
 * same seeds. Gives the scores of those mutants of which no hunt was called off.
 *
 * @throws JobLostError when a process is lost; Error for a bug of quorate.
 */
export async function hunt(
  mutants: readonly Mutant[],
  plan: HuntingPlan,
  { startJob, progress, interrupt }: HuntingStage,
): Promise<readonly Score[]> {
  const { space, crypto, strategy, first, jobs, repeats, runs, seconds } = plan;
  const pool = createPool(jobs, startJob);
  const parts: readonly Part[] = mutants.flatMap(({ id, title }) =>
    Array.from({ length: repeats }, (_, repeat) => ({ id, title, repeat })),
  );
  const means = { space, crypto };
  const caught = new Map<Part, Catch>();
  async function huntPart(job: FuzzJob, part: Part): Promise<void> {
    const { id, title, repeat } = part;
    progress.say(`hunt ${parts.indexOf(part) + 1} of ${parts.length}: ${id}, which ${title}`);
    const firstSeed = BigInt.asUintN(64, first + BigInt(repeat) * STRIDE);
    const attempts = SHRINK_ATTEMPTS;
    const given = { mutant: id, firstSeed, strategy, runs, seconds, attempts };
    caught.set(part, await job.ask('hunt', means, given));
  }
  try {
    // A hunt may take minutes: after an interrupt, no hunt is waited for.
    const huntAll = () => pool.all(parts, huntPart, () => !interrupt.aborted);
    await unlessCalledOff(huntAll, pool, interrupt);
  } finally {
    pool.stop();
  }
  return mutants.flatMap((mutant) => {
    const own = parts.filter(({ id }) => id === mutant.id);
    const hunts = own.flatMap((part) => caught.get(part) ?? []);
    return hunts.length < repeats ? [] : [scoreOf(mutant, hunts)];
  });
}

/** One hunt for a mutant. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly repeat: number;
}

/** Adds up the hunts for one mutant. */
export function scoreOf(
  { id, title, rule, isHard, survives }: Score['mutant'],
  hunts: readonly Catch[],
): Score {
  const kills = hunts.flatMap(({ kill }) => kill ?? []);
  const sizes = kills.flatMap(({ size }) => size ?? []);
  const runs = hunts.map((each) => (each.kill === undefined ? Infinity : each.runs));
  const seconds = hunts.map((each) => (each.kill === undefined ? Infinity : each.seconds));
  return {
    mutant: {
      id,
      title,
      rule,
      ...(isHard === undefined ? {} : { isHard }),
      ...(survives === undefined ? {} : { survives }),
    },
    isKilled: kills.length * 2 > hunts.length,
    oracles: byFrequency(kills.map(({ oracle }) => oracle)),
    runs: median(runs),
    seconds: median(seconds),
    size: medianSize(sizes),
    shrinkSeconds: median(kills.map(({ shrinkSeconds }) => shrinkSeconds)),
    hunts,
  };
}

/** Gives the median of each part of these sizes; undefined for none. */
export function medianSize(sizes: readonly SizeOfScore[]): SizeOfScore | undefined {
  const middle = (part: keyof SizeOfScore) => median(sizes.map((size) => size[part])) ?? 0;
  return sizes.length === 0
    ? undefined
    : { operations: middle('operations'), faults: middle('faults'), acts: middle('acts') };
}

/** Gives the value in the middle, the lower one of two; undefined if that is endless. */
export function median(values: readonly number[]): number | undefined {
  const middle = values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
  return middle === Number.POSITIVE_INFINITY ? undefined : middle;
}

function byFrequency(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}
