import { type RunScenarioOptions, runProven, type runScenario } from '@quorate/simulator';
import { quote } from '../report/shell.ts';
import { compareRuns, type JudgedRun, judge } from './judge.ts';
import { type LoadedScenario, type SetOptions, settingText } from './scenario-files.ts';

/** How scenarios run; an absent option was not given. */
export interface MeansOptions {
  readonly crypto?: NonNullable<RunScenarioOptions['crypto']>;
  readonly ed25519?: NonNullable<RunScenarioOptions['backend']>;
  /** How many threads share the validators; if absent, all validators run in one. */
  readonly workers?: number;
  /** Runs everything twice and compares. */
  readonly checkDeterminism?: true;
}

/** With which seed a scenario runs, and how. */
export interface SeededOptions extends MeansOptions {
  readonly seed?: bigint;
}

/**
 * Runs one scenario, twice if that was requested, and judges the run.
 *
 * @throws what `runProven` throws.
 */
export function runJudged(
  { file, scenario }: LoadedScenario,
  given: SeededOptions,
  run: typeof runScenario,
): JudgedRun {
  const options = simulatorOptions(given);
  const result = runProven(scenario, options, run);
  const repetition =
    given.checkDeterminism === true ? compareRuns(result, run(scenario, options)) : undefined;
  return judge(file, result, repetition);
}

/** Gives the options under the names that the simulator uses. */
export function simulatorOptions({
  seed,
  crypto,
  ed25519,
  workers,
}: SeededOptions): RunScenarioOptions {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(crypto === undefined ? {} : { crypto }),
    ...(ed25519 === undefined ? {} : { backend: ed25519 }),
    ...(workers === undefined ? {} : { workers }),
  };
}

/** Gives the options that a repetition by hand needs too. */
export function repeated({
  set = [],
  crypto,
  ed25519,
  workers,
}: MeansOptions & SetOptions): string {
  return [
    ...set.map((setting) => ` --set ${quote(settingText(setting))}`),
    ...(crypto === undefined ? [] : [` --crypto ${crypto}`]),
    ...(ed25519 === undefined ? [] : [` --ed25519 ${ed25519}`]),
    ...(workers === undefined ? [] : [` --workers ${workers}`]),
  ].join('');
}
