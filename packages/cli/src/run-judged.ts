import { type RunScenarioOptions, runProven, type runScenario } from '@quorate/simulator';
import { compareRuns, type JudgedRun, judge } from './judge.ts';
import { quote } from './report/shell.ts';
import { type LoadedScenario, type SetOptions, settingText } from './scenario-files.ts';

/** Choose how scenarios run; an absent option was not given. */
export interface MeansOptions {
  readonly crypto?: NonNullable<RunScenarioOptions['crypto']>;
  readonly ed25519?: NonNullable<RunScenarioOptions['backend']>;
  /** How many threads share the validators; all run in one when absent. */
  readonly workers?: number;
  /** Runs everything twice and compares. */
  readonly checkDeterminism?: true;
}

/** Say with which seed, and by what means. */
export interface SeededOptions extends MeansOptions {
  readonly seed?: bigint;
}

/**
 * Run one scenario, twice where that was asked for, and judge the run.
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

/** Name the options as the simulator does. */
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

/** Write the options that a repetition by hand needs too. */
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
