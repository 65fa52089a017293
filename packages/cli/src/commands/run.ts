import { runScenario } from '@quorate/simulator';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes, mostSevere } from '../exit-code.ts';
import type { JudgedRun } from '../judge.ts';
import { compareRuns, judge } from '../judge.ts';
import { renderBlock } from '../report/block.ts';
import { renderFailures } from '../report/failure.ts';
import { renderSummary } from '../report/json.ts';
import { renderReport } from '../report/report.ts';
import { count } from '../report/words.ts';
import type { LoadedScenario } from '../scenario-files.ts';
import { loadScenarios } from '../scenario-files.ts';
import type { Terminal } from '../terminal.ts';

/** Hold the options of `quorate run`; an absent option was not given. */
export interface RunOptions {
  readonly seed?: bigint;
  readonly json?: true;
  readonly verbose?: true;
  readonly checkDeterminism?: true;
  readonly crypto?: 'sodium' | 'noble';
}

/**
 * Run the scenarios at these paths and report.
 *
 * Nothing runs while one of the files is wrong. The last lines are for scripts that read logs.
 */
export function run(
  paths: readonly string[],
  options: RunOptions,
  terminal: Terminal,
  execute: typeof runScenario = runScenario,
): ExitCode {
  const { scenarios, mistakes } = loadScenarios(paths);
  if (mistakes.length > 0) return refuse(mistakes, options, terminal);
  const isBrief = scenarios.length > 1 && options.verbose === undefined;
  const nameWidth = Math.max(...scenarios.map(({ scenario }) => scenario.name.length));
  const runs = scenarios.map((loaded) => {
    const judged = runOne(loaded, options, execute);
    if (options.json === undefined) {
      const render = isBrief ? renderBlock : renderReport;
      terminal.print(render(judged, { colors: terminal.colors, nameWidth }));
    }
    return judged;
  });
  conclude(runs, options, terminal);
  return mostSevere(runs.flatMap(({ causes }) => causes));
}

function refuse(
  mistakes: readonly string[],
  { json }: RunOptions,
  { print, complain, colors }: Terminal,
): ExitCode {
  complain(mistakes.map((mistake) => `${colors.red('error')} ${mistake}\n`).join(''));
  if (json === true) print(renderSummary([], mistakes));
  else complain(`${count(mistakes.length, 'mistake')}, nothing was run\n`);
  return exitCodes.badScenario;
}

function runOne(
  { file, scenario }: LoadedScenario,
  { seed, crypto, checkDeterminism }: RunOptions,
  execute: typeof runScenario,
): JudgedRun {
  const options = {
    ...(seed === undefined ? {} : { seed }),
    ...(crypto === undefined ? {} : { backend: crypto }),
  };
  const result = execute(scenario, options);
  const repetition =
    checkDeterminism === true ? compareRuns(result, execute(scenario, options)) : undefined;
  return judge(file, result, repetition);
}

function conclude(
  runs: readonly JudgedRun[],
  { json, crypto }: RunOptions,
  { print, colors }: Terminal,
): void {
  if (json === true) {
    print(renderSummary(runs, []));
    return;
  }
  const failed = runs.filter(({ causes }) => causes.length > 0);
  print(renderFailures(failed, { colors, crypto }));
  print(`\n${runs.length - failed.length} passed, ${failed.length} failed\n`);
}
