import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { recordRun } from '@quorate/simulator';
import { type Campaign, type CampaignPlan, runCampaign } from '../campaign/campaign.ts';
import { type Job, startProcess } from '../campaign/job.ts';
import { type SeedRange, seedCount } from '../campaign/seed-range.ts';
import { asOneOfMany, type SeedRun } from '../campaign/seed-run.ts';
import { type ExitCode, mostSevere } from '../exit-code.ts';
import { investigate } from '../investigate.ts';
import {
  type FinishedCampaign,
  renderCampaign,
  renderCampaignEvents,
  renderCampaignSummary,
} from '../report/campaign.ts';
import { folderFault, reportFileFault } from '../report-files.ts';
import { repeated, simulatorOptions } from '../run-judged.ts';
import { type LoadedScenario, loadScenarios } from '../scenario-files.ts';
import type { Terminal } from '../terminal.ts';
import { refuse, refuseOption } from './refuse.ts';
import type { RunOptions } from './run.ts';

/** Hold the options of `quorate run --seeds`. */
export interface CampaignOptions extends Omit<RunOptions, 'seed' | 'verbose' | 'junit'> {
  readonly seeds: SeedRange;
  /** As many as there are cores, when absent. */
  readonly jobs?: number;
}

/**
 * Run each of the scenarios at these paths with many seeds, and report.
 *
 * A process that is lost ends the whole: what it would have found, nobody knows.
 *
 * @throws JobLostError then; Error when a run throws.
 */
export async function campaign(
  paths: readonly string[],
  options: CampaignOptions,
  terminal: Terminal,
  startJob: () => Job = startProcess,
): Promise<ExitCode> {
  const { scenarios, mistakes } = loadScenarios(paths);
  if (mistakes.length > 0) return refuse(mistakes, options, terminal);
  const fault =
    reportFileFault({ '--events': options.events }) ??
    folderFault({ '--artefacts': options.artefacts });
  if (fault !== undefined) return refuseOption(fault, terminal);
  const finished: FinishedCampaign[] = [];
  const style = { colors: terminal.colors, options: repeated(options) };
  for (const loaded of scenarios) {
    const one = await runOne(loaded, options, { terminal, startJob });
    finished.push(one);
    if (options.json === undefined) terminal.print(renderCampaign(one, style));
  }
  conclude(finished, options, terminal);
  return mostSevere(finished.flatMap(({ campaign: { causes } }) => causes));
}

function conclude(
  finished: readonly FinishedCampaign[],
  { json, events }: CampaignOptions,
  { print }: Terminal,
): void {
  if (events !== undefined) writeFileSync(events, renderCampaignEvents(finished));
  if (json === true) {
    print(renderCampaignSummary(finished));
    return;
  }
  const total = (count: (campaign: Campaign) => number) =>
    finished.reduce((sum, one) => sum + count(one.campaign), 0);
  const failed = total((one) => one.failed);
  print(`\n${total(({ runs }) => runs) - failed} passed, ${failed} failed\n`);
}

interface Stage {
  readonly terminal: Terminal;
  readonly startJob: () => Job;
}

async function runOne(
  loaded: LoadedScenario,
  { seeds, jobs = availableParallelism(), artefacts, ...means }: CampaignOptions,
  { terminal, startJob }: Stage,
): Promise<FinishedCampaign> {
  const plan: CampaignPlan = { loaded, seeds, jobs, means };
  const start = performance.now();
  const onRun = createProgress(plan, terminal);
  const finished = await runCampaign({ ...plan, onRun }, startJob);
  const seconds = (performance.now() - start) / 1000;
  const failures = finished.failures.map(({ judged, seed, ...group }) => ({
    ...group,
    seed,
    run: investigate(judged, {
      loaded: asOneOfMany(loaded),
      record: recordRun,
      options: simulatorOptions({ ...means, seed }),
      root: artefacts,
    }),
  }));
  return { campaign: finished, failures, runsPerSecond: finished.runs / seconds };
}

/** How many lines tell of progress where no line can be rewritten. */
const PLAIN_LINES = 10;

/** How long a line of progress stands at least, in milliseconds. */
const STANDS = 100;

/** Tells people how far a campaign is: on one line of a terminal, or in a few lines of a log. */
function createProgress(
  { loaded, seeds }: CampaignPlan,
  { complain, rewrite }: Terminal,
): (run: SeedRun) => void {
  const total = seedCount(seeds);
  const start = performance.now();
  let done = 0;
  let failed = 0;
  let shownAt = start;
  return ({ failure }) => {
    done += 1;
    if (failure !== undefined) failed += 1;
    const now = performance.now();
    const rate = Math.round((done * 1000) / (now - start));
    const line = `${loaded.scenario.name}  ${done}/${total} seeds, ${failed} failed, ${rate} runs/s`;
    if (rewrite === undefined) {
      const isTenth =
        Math.floor((done * PLAIN_LINES) / total) > Math.floor(((done - 1) * PLAIN_LINES) / total);
      if (isTenth) complain(`${line}\n`);
    } else if (done === total) {
      rewrite('');
    } else if (now - shownAt >= STANDS) {
      shownAt = now;
      rewrite(line);
    }
  };
}
