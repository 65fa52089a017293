import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { counted } from '@quorate/protocol';
import { recordRun } from '@quorate/simulator';
import { rootOf } from '../artefacts/root.ts';
import { type Campaign, runCampaign } from '../campaign/campaign.ts';
import { type Job, startProcess } from '../campaign/job.ts';
import { createCampaignProgress } from '../campaign/progress.ts';
import type { SeedRange } from '../campaign/seed-range.ts';
import { asOneOfMany } from '../campaign/seed-run.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { interruptible } from '../interruptible.ts';
import { folderFault, reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeReport } from '../output/write-report.ts';
import {
  type FinishedCampaign,
  renderCampaign,
  renderCampaignEvents,
  renderCampaignSummary,
} from '../report/campaign.ts';
import { renderCampaignJUnit } from '../report/junit/campaign-junit.ts';
import { investigate } from '../runs/investigate.ts';
import { repeated, simulatorOptions } from '../runs/run-judged.ts';
import { filesOf, type LoadedScenario, loadScenarios } from '../runs/scenario-files.ts';
import { refuse, refuseOutput } from './refuse.ts';
import type { RunOptions } from './run.ts';

/** The options of `quorate run --seeds`. */
export interface CampaignOptions extends Omit<RunOptions, 'seed' | 'verbose'> {
  readonly seeds: SeedRange;
  /** As many as there are cores, if absent. */
  readonly jobs?: number;
}

/**
 * Runs each of the scenarios at these paths with many seeds, and reports.
 *
 * The first Ctrl-C ends the command with a report on the seeds that have run. A lost process ends
 * it without a report, because nobody knows what that process would have found.
 *
 * @throws JobLostError when a process is lost; Error when a run throws.
 */
export async function campaign(
  paths: readonly string[],
  options: CampaignOptions,
  terminal: Terminal,
  startJob: () => Job = startProcess,
): Promise<ExitCode> {
  const { scenarios, mistakes } = loadScenarios(paths, options.set);
  if (mistakes.length > 0) return refuse(mistakes, options, terminal);
  const fault =
    reportFileFault({ '--events': options.events, '--junit': options.junit }, filesOf(scenarios)) ??
    folderFault({ '--artefacts': options.artefacts });
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const finished: FinishedCampaign[] = [];
  const style = { colors: terminal.colors, options: repeated(options) };
  await interruptible(async (interrupt) => {
    for (const loaded of scenarios) {
      if (interrupt.aborted) break;
      const one = await runOne(loaded, options, { terminal, startJob, interrupt });
      finished.push(one);
      if (options.json === undefined) terminal.print(renderCampaign(one, style));
    }
  });
  const left = scenarios.length - finished.length;
  if (left > 0) terminal.complain(`interrupted: ${counted(left, 'scenario')} did not run\n`);
  const unwritten = writeReports(finished, options, terminal);
  conclude(finished, options, terminal);
  return mostSevere([
    ...finished.flatMap(({ campaign: { causes } }) => causes),
    ...(left > 0 ? [exitCodes.interrupted] : []),
    ...unwritten,
  ]);
}

function writeReports(
  finished: readonly FinishedCampaign[],
  options: CampaignOptions,
  terminal: Terminal,
): readonly ExitCode[] {
  const { events, junit } = options;
  const renderCases = () => renderCampaignJUnit(finished, repeated(options));
  return [
    ...writeReport('--events', events, () => renderCampaignEvents(finished), terminal),
    ...writeReport('--junit', junit, renderCases, terminal),
  ];
}

function conclude(
  finished: readonly FinishedCampaign[],
  { json }: CampaignOptions,
  { print }: Terminal,
): void {
  if (json === true) {
    print(renderCampaignSummary(finished));
    return;
  }
  const total = (amount: (campaign: Campaign) => number) =>
    finished.reduce((sum, one) => sum + amount(one.campaign), 0);
  const failed = total((one) => one.failed);
  print(`\n${total(({ runs }) => runs) - failed} passed, ${failed} failed\n`);
}

interface Stage {
  readonly terminal: Terminal;
  readonly startJob: () => Job;
  readonly interrupt: AbortSignal;
}

async function runOne(
  loaded: LoadedScenario,
  { seeds, jobs = availableParallelism(), ...means }: CampaignOptions,
  { terminal, startJob, interrupt }: Stage,
): Promise<FinishedCampaign> {
  const start = performance.now();
  const progress = createCampaignProgress({ loaded, seeds }, terminal);
  const plan = { loaded, seeds, jobs, means, onRun: progress.ran, interrupt };
  const finished = await runCampaign(plan, startJob);
  progress.end();
  const seconds = (performance.now() - start) / 1000;
  const failures = finished.failures.map(({ judged, seed, ...group }) => ({
    ...group,
    seed,
    run: investigate(judged, {
      loaded: asOneOfMany(loaded),
      record: recordRun,
      options: simulatorOptions({ ...means, seed }),
      keeping: { root: rootOf(means), complain: terminal.complain },
    }),
  }));
  return { campaign: finished, failures, runsPerSecond: finished.runs / seconds };
}
