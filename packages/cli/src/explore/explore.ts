import { counted } from '@quorate/protocol';
import {
  ArgumentError,
  type Exploration,
  ExploreError,
  type ExploreOptions,
  exploreScenario,
  hasExpectedVerdict,
} from '@quorate/simulator';
import { type RootOptions, rootOf } from '../artefacts/root.ts';
import { OptionError } from '../command-error.ts';
import { refuse, refuseOutput } from '../commands/refuse.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { searchSecondsOf } from '../options/read-time.ts';
import { folderFault } from '../output/report-files.ts';
import { createStandingLine } from '../output/standing-line.ts';
import type { Terminal } from '../output/terminal.ts';
import { renderExploration } from '../report/exploration.ts';
import { toJson } from '../runs/judge.ts';
import {
  type LoadedScenario,
  loadScenarioFile,
  type SetOptions,
  setTexts,
} from '../runs/scenario-files.ts';
import { keepWritten } from './keep-written.ts';

/** The options of `quorate explore`; an absent option was not given. */
export interface ExploreCommandOptions
  extends SetOptions,
    RootOptions,
    Pick<
      ExploreOptions,
      'clients' | 'drops' | 'duplicates' | 'crashes' | 'timeouts' | 'maxStates' | 'maxDepth'
    > {
  /** The limit in real time. */
  readonly time?: string;
  readonly ed25519?: NonNullable<ExploreOptions['backend']>;
  readonly json?: true;
}

/** Explores a scenario, and reports how it can end in any order of its events. */
export function explore(
  path: string,
  { json, ed25519, set, time, artefacts, usualArtefacts, ...options }: ExploreCommandOptions,
  terminal: Terminal,
): ExitCode {
  const seconds = searchSecondsOf(time);
  const start = performance.now();
  const end = start + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const {
    scenarios: [loaded],
    mistakes,
  } = loadScenarioFile(path, set);
  if (loaded === undefined) return refuse(mistakes, {}, terminal);
  const fault = folderFault({ '--artefacts': artefacts });
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const progress = createStandingLine(terminal);
  let met = 0;
  const line = (now: number) =>
    `${loaded.scenario.name}  ${counted(met, 'state')}, ${Math.floor((now - start) / 1000)} s`;
  const given = {
    ...options,
    mayGoOn(states = met) {
      met = states;
      progress?.show(line);
      return performance.now() < end;
    },
    ...(ed25519 === undefined ? {} : { backend: ed25519 }),
  };
  let found: Exploration | ExitCode;
  try {
    found = tryToExplore(loaded, given, terminal);
  } finally {
    progress?.end();
  }
  if (typeof found === 'number') return found;
  const code = codeOf(found);
  const root = rootOf({
    ...(artefacts === undefined ? {} : { artefacts }),
    ...(usualArtefacts === undefined ? {} : { usualArtefacts }),
  });
  const kept = keepWritten(found, {
    loaded,
    keeping: { root, complain: terminal.complain },
    ...(ed25519 === undefined ? {} : { ed25519 }),
  });
  if (json === true) {
    const passed = code === exitCodes.passed;
    const { written, ...told } = found;
    const unwritten = written?.scenario === undefined ? written?.endsWith : undefined;
    const report = { file: loaded.file, ...setTexts(set), passed, code, ...told };
    terminal.print(`${toJson({ ...report, artefacts: kept?.artefacts, unwritten })}\n`);
  } else {
    terminal.print(renderExploration(found, { code, kept }, terminal.colors));
  }
  return code;
}

/** Explores a scenario, or says why that is impossible. */
function tryToExplore(
  { file, scenario }: LoadedScenario,
  options: ExploreOptions,
  terminal: Terminal,
): Exploration | ExitCode {
  try {
    return exploreScenario(scenario, options);
  } catch (error) {
    if (error instanceof ArgumentError) {
      throw new OptionError(error.message.replace(/^options\./, '--'));
    }
    if (!(error instanceof ExploreError)) throw error;
    const lines = error.problems.map((each) => `${file}: ${each.path}: ${each.message}`);
    return refuse(lines, {}, terminal);
  }
}

/**
 * Gives the exit code. An exploration does not judge liveness, so a scenario that expects a client
 * without an answer expects no violation here.
 */
function codeOf(found: Exploration): ExitCode {
  const { verdict, expectedVerdict, complete } = found;
  const isBroken = verdict.startsWith('violation:');
  const isAsked = expectedVerdict.startsWith('violation:');
  if (isBroken) return hasExpectedVerdict(found) ? exitCodes.passed : exitCodes.failed;
  if (!complete) return exitCodes.unknown;
  return isAsked ? exitCodes.noViolation : exitCodes.passed;
}
