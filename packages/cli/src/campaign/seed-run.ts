import { type RunResult, runScenario } from '@quorate/simulator';
import type { GoOn } from '../jobs/answer-requests.ts';
import { failureAmongMany } from '../report/failure-name.ts';
import type { JudgedRun } from '../runs/judge.ts';
import { type MeansOptions, runJudged } from '../runs/run-judged.ts';
import type { LoadedScenario } from '../runs/scenario-files.ts';

/** All that the run of one seed needs: plain data, so that another process can run it. */
export interface SeedTask {
  readonly loaded: LoadedScenario;
  readonly seed: bigint;
  readonly means: MeansOptions;
}

/** What a campaign keeps of the run of one seed. */
export interface SeedRun
  extends Pick<RunResult, 'verdict' | 'traceHash' | 'drawHash' | 'events' | 'situations'> {
  readonly seed: bigint;
  readonly causes: JudgedRun['causes'];
  /** What went wrong, in a word or two; undefined for a run that passed. */
  readonly failure: string | undefined;
}

/** The number of events after which a run gives a sign of life: a scenario may be of any length. */
const SIGN_EVENTS = 1_024;

/** Runs one seed of a campaign; calls `goOn` now and then as a sign of life. */
export function judgeSeed({ loaded, seed, means }: SeedTask, goOn: GoOn): JudgedRun {
  const observer = {
    mayGoOn: (events: number) => {
      if (events % SIGN_EVENTS === 0) goOn();
      return true;
    },
    recorded: () => undefined,
    sent: () => undefined,
    lost: () => undefined,
  };
  const run: typeof runScenario = (scenario, options) =>
    runScenario(scenario, { ...options, observe: () => observer });
  return runJudged(asOneOfMany(loaded), { ...means, seed }, run);
}

/**
 * Gives the scenario by which a single run of a campaign is judged: the situations that the
 * scenario requires have the whole campaign to occur.
 */
export function asOneOfMany(loaded: LoadedScenario): LoadedScenario {
  const { scenario } = loaded;
  return { ...loaded, scenario: { ...scenario, expect: { ...scenario.expect, sometimes: [] } } };
}

/** Gives what a campaign keeps of a run. */
export function seedRunOf(seed: bigint, judged: JudgedRun): SeedRun {
  const { verdict, traceHash, drawHash, events, situations } = judged.result;
  const failure = judged.causes.length > 0 ? failureAmongMany(judged) : undefined;
  const { causes } = judged;
  return { seed, verdict, traceHash, drawHash, events, situations, causes, failure };
}
