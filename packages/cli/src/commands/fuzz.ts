import { appendFileSync } from 'node:fs';
import { strategyText } from '@quorate/fuzzer';
import { counted } from '@quorate/protocol';
import { rootOf } from '../artefacts/root.ts';
import { seedText } from '../campaign/seed-range.ts';
import { OptionError } from '../command-error.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { openEvents } from '../fuzz/event-file.ts';
import type { FinishedFuzz } from '../fuzz/finished.ts';
import { findingEvent, fuzz as search } from '../fuzz/fuzz.ts';
import { tellGithub } from '../fuzz/github.ts';
import { type FuzzJob, startFuzzProcess } from '../fuzz/job.ts';
import { type FuzzOptions, type FuzzPlan, planOf } from '../fuzz/plan.ts';
import { createProgress } from '../fuzz/progress.ts';
import { hunt, type Score } from '../fuzz/scoreboard.ts';
import { loadMutants, MutantError, pickMutants } from '../fuzz/wrong-rules.ts';
import { interruptible } from '../interruptible.ts';
import { folderFault, reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { attemptWrite, writeReport } from '../output/write-report.ts';
import { renderFuzz, renderFuzzSummary } from '../report/fuzz.ts';
import { renderFuzzJUnit } from '../report/junit/fuzz-junit.ts';
import {
  coreFailures,
  isExplained,
  renderScoreboard,
  renderScoreboardSummary,
  trendLine,
} from '../report/scoreboard.ts';
import { ownVersion } from '../version.ts';
import { refuseOutput } from './refuse.ts';

/**
 * Searches for violations until the budget is used up, and gives the smallest scenario of each; or
 * hunts mutants, to see whether the search finds what it should find.
 *
 * @throws JobLostError when a process is lost; Error for a bug of quorate.
 */
export async function fuzz(
  options: FuzzOptions,
  terminal: Terminal,
  startJob: () => FuzzJob = startFuzzProcess,
): Promise<ExitCode> {
  const plan = planOf(options);
  const { junit, events, trend, artefacts, corpus } = options;
  const fault =
    reportFileFault({ '--junit': junit, '--events': events, '--trend': trend }) ??
    folderFault({ '--artefacts': artefacts, '--corpus': corpus });
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const order = { plan, options, terminal, startJob };
  return options.mutants === undefined ? await searchAndReport(order) : await huntAndReport(order);
}

/** What was requested, and the means to do it. */
interface Order {
  readonly plan: FuzzPlan;
  readonly options: FuzzOptions;
  readonly terminal: Terminal;
  readonly startJob: () => FuzzJob;
}

async function searchAndReport({ plan, options, terminal, startJob }: Order): Promise<ExitCode> {
  const { print, complain, colors } = terminal;
  const events = openEvents(options.events, terminal);
  if (events.causes().length > 0) return mostSevere(events.causes());
  events.add({ t: 'fuzz.start', ...startOf(plan) });
  const progress = createProgress(terminal);
  const finished = await interruptible((interrupt) =>
    search(plan, {
      startJob,
      progress,
      events,
      interrupt,
      corpus: options.corpus,
      artefacts: rootOf(options),
      complain,
    }),
  );
  progress.end();
  for (const finding of finished.findings) events.add({ t: 'finding', ...findingEvent(finding) });
  events.add({ t: 'fuzz.end', runs: finished.report.runs, causes: finished.causes });
  if (options.json === true) print(renderFuzzSummary(finished));
  else print(`${renderFuzz(finished, { colors, options: '' })}${closingLine(finished)}`);
  const unwritten = writeReport(
    '--junit',
    options.junit,
    () => renderFuzzJUnit(finished),
    terminal,
  );
  await tellGithub(finished, { annotates: options.json === undefined });
  return mostSevere([...finished.causes, ...events.causes(), ...unwritten]);
}

function startOf({ first, space, strategy, crypto, runs, seconds, jobs }: FuzzPlan) {
  const { profile, changes } = space;
  const drawn = { profile, changes, strategy: strategyText(strategy), crypto };
  return { firstSeed: seedText(first), ...drawn, runs, seconds, jobs };
}

function closingLine({ report: { runs, failed } }: FinishedFuzz): string {
  return `\n${runs - failed} passed, ${failed} failed\n`;
}

/** The number of hunts for each mutant. */
const REPEATS = 3;

/** The greatest number of runs of a hunt. */
const HUNT_RUNS = 20_000;

/** The limit of a hunt in real time, on one core. Units: seconds. */
const HUNT_SECONDS = 120;

async function huntAndReport({ plan, options, terminal, startJob }: Order): Promise<ExitCode> {
  const { print, complain, colors } = terminal;
  const { mutants: wanted, repeats = REPEATS, time, runs = HUNT_RUNS } = options;
  try {
    const mutants = pickMutants(await loadMutants(), wanted === true ? [] : (wanted ?? []));
    const progress = createProgress(terminal);
    const seconds = time === undefined ? HUNT_SECONDS : (plan.seconds ?? HUNT_SECONDS);
    const scores = await interruptible((interrupt) =>
      hunt(mutants, { ...plan, repeats, runs, seconds }, { startJob, progress, interrupt }),
    );
    progress.end();
    const left = mutants.length - scores.length;
    // The sums of only some mutants do not belong in a trend of all.
    const unwritten = left > 0 ? [] : addTrend(options.trend, scores, terminal);
    const causes = [codeOf(scores), ...(left > 0 ? [exitCodes.interrupted] : [])];
    print(
      options.json === true
        ? renderScoreboardSummary(scores, left)
        : renderScoreboard(scores, causes, colors),
    );
    if (left > 0) complain(`interrupted: ${counted(left, 'mutant')} not hunted to the end\n`);
    return mostSevere([...causes, ...unwritten]);
  } catch (error) {
    if (!(error instanceof MutantError)) throw error;
    throw new OptionError(error.message);
  }
}

function addTrend(
  path: string | undefined,
  scores: readonly Score[],
  terminal: Terminal,
): readonly ExitCode[] {
  if (path === undefined) return [];
  const line = trendLine(scores, origin());
  return attemptWrite(`--trend: ${path}`, () => appendFileSync(path, line), terminal);
}

function origin() {
  const commit = process.env['GITHUB_SHA'];
  return { at: new Date().toISOString(), version: ownVersion(), commit };
}

// A survivor without an explanation is a violation that should have occurred; a failure of the
// right core is worse.
function codeOf(scores: readonly Score[]): ExitCode {
  if (coreFailures(scores).length > 0) return exitCodes.failed;
  return scores.every(isExplained) ? exitCodes.passed : exitCodes.noViolation;
}
