import { availableParallelism } from 'node:os';
import { parseStrategy, type Strategy } from '@quorate/fuzzer';
import { DEFAULT_SPACE, type RunScenarioOptions, type ScenarioSpace } from '@quorate/simulator';
import type { RootOptions } from '../artefacts/root.ts';
import type { SeedRange } from '../campaign/seed-range.ts';
import { seedCount } from '../campaign/seed-range.ts';
import { OptionError } from '../command-error.ts';
import { searchSecondsOf, secondsOf } from '../options/read-time.ts';
import { type BaseSeed, BaseSeedError, firstSeed } from './base-seed.ts';
import type { Changes } from './changes.ts';

/** The options of `quorate fuzz` as they were given; an absent option was not. */
export interface FuzzOptions extends RootOptions {
  readonly time?: string;
  readonly runs?: number;
  readonly seeds?: SeedRange;
  readonly baseSeed?: BaseSeed;
  readonly jobs?: number;
  readonly strategy?: string;
  readonly profile: 'safe' | 'beyond';
  /** How many committee changes each run has; if absent, some runs have some. */
  readonly changes?: Changes;
  /** Hunts mutants: all of them, or some by their ids. */
  readonly mutants?: true | readonly string[];
  /** How many searches hunt each mutant. */
  readonly repeats?: number;
  readonly corpus?: string;
  readonly maxFailures: number;
  readonly shrinkTime?: string;
  readonly crypto: NonNullable<RunScenarioOptions['crypto']>;
  readonly json?: true;
  readonly junit?: string;
  readonly events?: string;
  readonly trend?: string;
}

/** What a search is to do, with all that follows from the options worked out. */
export interface FuzzPlan {
  readonly space: ScenarioSpace;
  readonly strategy: Strategy;
  readonly crypto: FuzzOptions['crypto'];
  readonly first: bigint;
  /** The number of runs; undefined means to go on until the time is up. */
  readonly runs: number | undefined;
  /**
   * The limit in real time, for the search alone; undefined means to go on until all runs are done.
   */
  readonly seconds: number | undefined;
  /** The limit in real time, for each cause; undefined means that only attempts count. */
  readonly shrinkSeconds: number | undefined;
  readonly jobs: number;
  readonly maxFailures: number;
}

/** How long a search without a limit goes on. Units: seconds. */
const SECONDS = 60;

/** How long a failure is shrunk in a search that is limited in time. Units: seconds. */
const SHRINK_SECONDS = 20;

/** Works out what a search is to do. @throws OptionError if the options make no sense */
export function planOf(options: FuzzOptions): FuzzPlan {
  const { seeds, jobs = availableParallelism(), profile, crypto, maxFailures } = options;
  const { changes = DEFAULT_SPACE.changes } = options;
  const strategy = parseStrategy(options.strategy ?? 'random');
  if (strategy === undefined) {
    throw new OptionError(
      `--strategy takes random or pct and a depth from 1, such as pct:3, not "${options.strategy}"`,
    );
  }
  const runs = seeds === undefined ? options.runs : seedCount(seeds);
  const time = options.time ?? (runs === undefined ? `${SECONDS} s` : undefined);
  const seconds = searchSecondsOf(time);
  const shrinkSeconds = secondsOf('--shrink-time', options.shrinkTime) ?? SHRINK_SECONDS;
  const fault = misfit(options, seconds);
  if (fault !== undefined) throw new OptionError(fault);
  try {
    return {
      space: { ...DEFAULT_SPACE, profile, changes },
      strategy,
      crypto,
      first: seeds?.first ?? firstSeed(options.baseSeed ?? 'time'),
      runs,
      seconds,
      shrinkSeconds: seconds === undefined ? undefined : shrinkSeconds,
      jobs,
      maxFailures,
    };
  } catch (error) {
    if (error instanceof BaseSeedError) throw new OptionError(error.message);
    throw error;
  }
}

function misfit(
  { repeats, trend, mutants, shrinkTime }: FuzzOptions,
  seconds: number | undefined,
): string | undefined {
  const scored = Object.entries({ '--repeats': repeats, '--trend': trend });
  const idle = scored.find(([, value]) => value !== undefined)?.[0];
  if (idle !== undefined && mutants === undefined) return `${idle} needs --mutants`;
  return seconds === undefined && shrinkTime !== undefined
    ? '--shrink-time needs --time: without it, what is found does not depend on a clock'
    : undefined;
}
