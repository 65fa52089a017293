import { type RecordedRun, recordRun, runScenario } from '@quorate/simulator';
import { type RootOptions, rootOf } from '../artefacts/root.ts';
import { OptionError } from '../command-error.ts';
import type { ExitCode } from '../exit-code.ts';
import { mostSevere } from '../exit-code.ts';
import { folderFault, reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeReport } from '../output/write-report.ts';
import { renderBlock } from '../report/block.ts';
import { type FailedRun, renderFailures } from '../report/failure.ts';
import { renderSummary } from '../report/json.ts';
import { renderJUnit } from '../report/junit/junit.ts';
import { renderPage } from '../report/page/page.ts';
import { renderReport } from '../report/report.ts';
import { renderRunEvents } from '../report/run-events.ts';
import { investigate } from '../runs/investigate.ts';
import { repeated, runJudged, type SeededOptions, simulatorOptions } from '../runs/run-judged.ts';
import {
  filesOf,
  type LoadedScenario,
  loadScenarios,
  type SetOptions,
} from '../runs/scenario-files.ts';
import { refuse, refuseOutput } from './refuse.ts';

/** The options of `quorate run`; an absent option was not given. */
export interface RunOptions extends SeededOptions, SetOptions, RootOptions {
  readonly json?: true;
  readonly verbose?: true;
  /** The files to write for programs; absent means none. */
  readonly events?: string;
  readonly junit?: string;
  /** The file to write for people: the run as a page; absent means none. */
  readonly html?: string;
}

/** Replaces the simulator in tests. */
export interface Simulator {
  readonly runScenario: typeof runScenario;
  readonly recordRun: typeof recordRun;
}

/**
 * Runs the scenarios at these paths, and reports.
 *
 * Nothing runs if one of the files is wrong. The last lines are for scripts that read logs.
 */
export function run(
  paths: readonly string[],
  options: RunOptions,
  terminal: Terminal,
  given: Simulator = { runScenario, recordRun },
): ExitCode {
  const recordings: RecordedRun[] = [];
  const simulator = options.html === undefined ? given : keepingRecordings(given, recordings);
  const { scenarios, mistakes } = loadScenarios(paths, options.set);
  if (mistakes.length > 0) return refuse(mistakes, options, terminal);
  const { events, junit, html, artefacts } = options;
  const [only, ...others] = scenarios;
  if (html !== undefined && others.length > 0) {
    throw new OptionError(`--html shows one run, not ${scenarios.length}: name one scenario`);
  }
  const files = { '--events': events, '--junit': junit, '--html': html };
  const fault =
    reportFileFault(files, filesOf(scenarios)) ?? folderFault({ '--artefacts': artefacts });
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const isBrief = scenarios.length > 1 && options.verbose === undefined;
  const nameWidth = Math.max(...scenarios.map(({ scenario }) => scenario.name.length));
  const runs = scenarios.map((loaded) => {
    const judged = runOne(loaded, options, { simulator, terminal });
    if (options.json === undefined) {
      const render = isBrief ? renderBlock : renderReport;
      terminal.print(render(judged, { colors: terminal.colors, nameWidth }));
    }
    return judged;
  });
  conclude(runs, options, terminal);
  return mostSevere([
    ...runs.flatMap(({ causes }) => causes),
    ...writeReport('--events', events, () => renderRunEvents(runs), terminal),
    ...writeReport('--junit', junit, () => renderJUnit(runs, repeated(options)), terminal),
    ...writeReport(
      '--html',
      html,
      () => pageOf(only, runs, { given: options, simulator, recordings }),
      terminal,
    ),
  ]);
}

function keepingRecordings(simulator: Simulator, recordings: RecordedRun[]): Simulator {
  return {
    ...simulator,
    recordRun: (...args) => {
      const recorded = simulator.recordRun(...args);
      recordings.push(recorded);
      return recorded;
    },
  };
}

interface Recorder {
  readonly given: RunOptions;
  readonly simulator: Simulator;
  /** What was recorded of the only scenario so far. */
  readonly recordings: readonly RecordedRun[];
}

/** Gives the page of the only scenario. A run that failed has been recorded, one that passed has not. */
function pageOf(
  loaded: LoadedScenario | undefined,
  [run]: readonly FailedRun[],
  { given, simulator, recordings }: Recorder,
): string {
  if (loaded === undefined || run === undefined) return '';
  const { scenario } = loaded;
  const [recorded = simulator.recordRun(scenario, simulatorOptions(given))] = recordings;
  return renderPage({ scenario, run, recorded, options: repeated(given) });
}

function runOne(
  loaded: LoadedScenario,
  given: RunOptions,
  { simulator, terminal }: { readonly simulator: Simulator; readonly terminal: Terminal },
): FailedRun {
  const judged = runJudged(loaded, given, simulator.runScenario);
  if (judged.causes.length === 0) return judged;
  return investigate(judged, {
    loaded,
    record: simulator.recordRun,
    options: simulatorOptions(given),
    keeping: { root: rootOf(given), complain: terminal.complain },
  });
}

function conclude(runs: readonly FailedRun[], given: RunOptions, terminal: Terminal): void {
  const { print, colors } = terminal;
  if (given.json === true) {
    print(renderSummary(runs, [], given.set));
    return;
  }
  const failed = runs.filter(({ causes }) => causes.length > 0);
  print(renderFailures(failed, { colors, options: repeated(given) }));
  print(`\n${runs.length - failed.length} passed, ${failed.length} failed\n`);
}
