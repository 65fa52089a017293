import { counted } from '@quorate/protocol';
import type { Campaign, ConfirmedFailure } from '../campaign/campaign.ts';
import { seedCount, seedText } from '../campaign/seed-range.ts';
import { toJson } from '../runs/judge.ts';
import { setTexts } from '../runs/scenario-files.ts';
import { type FailedRun, type FailureStyle, renderFailures } from './failure.ts';
import { type Pair, renderWrappedPairs } from './pairs.ts';
import { eventLine, startEvent } from './run-events.ts';
import { searchLabel } from './search-label.ts';
import { runRate } from './words.ts';

/** A campaign, with its failures examined. */
export interface FinishedCampaign {
  readonly campaign: Campaign;
  readonly failures: readonly ExaminedFailure[];
  /** In real time, of all processes together. */
  readonly runsPerSecond: number;
}

/** One way in which runs failed, with its lowest seed recorded. */
export interface ExaminedFailure extends Omit<ConfirmedFailure, 'judged'> {
  readonly run: FailedRun;
}

/** Reports a campaign: the sums of its runs, what never occurred, and each kind of failure once. */
export function renderCampaign(
  { campaign, failures, runsPerSecond }: FinishedCampaign,
  style: FailureStyle,
): string {
  const { colors } = style;
  const { plan, runs, failed, causes, unmet } = campaign;
  const { name } = plan.loaded.scenario;
  const { first, last } = plan.seeds;
  const head = `${counted(runs, 'run')}, seeds ${seedText(first)}..${seedText(last)}, ${failed} failed, ${runRate(runsPerSecond)}`;
  const never = neverSeen(campaign);
  const facts: readonly Pair[] = [
    ...endOf(campaign),
    ...(runs === 0 ? [] : totals(campaign, never)),
    ...(never.length === 0 ? [] : [['never', never.join(', ')] as const]),
    ...failures.map(
      ({ name: what, runs: many, seed }): Pair => [
        'failed',
        `${what} in ${counted(many, 'run')}, first with seed ${seedText(seed)}`,
      ],
    ),
  ];
  const missing = unmet.map(
    (situation) =>
      `\n${colors.red('FAIL')} sometimes.${situation} expected at least once, got never  ${colors.red('[expectation]')}\n`,
  );
  return [
    `${searchLabel(causes, colors)}  ${colors.bold(name)}  ${head}\n`,
    renderWrappedPairs(facts),
    renderFailures(
      failures.map(({ run }) => run),
      style,
    ),
    ...missing,
  ].join('');
}

function endOf({ isInterrupted, runs, plan: { seeds } }: Campaign): readonly Pair[] {
  if (!isInterrupted) return [];
  return [['ended', `it was interrupted after ${runs} of ${counted(seedCount(seeds), 'seed')}`]];
}

function totals({ verdicts, situations }: Campaign, never: readonly string[]): readonly Pair[] {
  return [
    ['verdicts', verdicts.map(([verdict, many]) => `${verdict} ${many}`).join(', ')],
    ['situations', `${situations.length - never.length} of ${situations.length}`],
  ];
}

function neverSeen({ situations }: Campaign): readonly string[] {
  return situations.flatMap((situation) => (situation.count === 0 ? [situation.name] : []));
}

/**
 * Gives campaigns as one JSON object on one line.
 *
 * Shape: { campaigns: [{ file, set?, name, seeds: [first, last], stop, runs, failed, passed,
 * causes, verdicts, situations, unmet, runsPerSecond, failures: [{ name, runs, seed, traceHash,
 * deterministic, artefacts? }] }], passed, failed, mistakes }. `stop` is `runs`, or `interrupt` if
 * not all were done. The last `passed` and `failed` count runs.
 */
export function renderCampaignSummary(finished: readonly FinishedCampaign[]): string {
  const campaigns = finished.map(({ campaign, failures, runsPerSecond }) => ({
    file: campaign.plan.loaded.file,
    ...setTexts(campaign.plan.loaded.settings),
    name: campaign.plan.loaded.scenario.name,
    seeds: [seedText(campaign.plan.seeds.first), seedText(campaign.plan.seeds.last)],
    stop: campaign.isInterrupted ? 'interrupt' : 'runs',
    runs: campaign.runs,
    failed: campaign.failed,
    passed: campaign.causes.length === 0,
    causes: campaign.causes,
    verdicts: Object.fromEntries(campaign.verdicts),
    situations: Object.fromEntries(
      campaign.situations.map(({ name, count: many }) => [name, many]),
    ),
    unmet: campaign.unmet,
    runsPerSecond,
    failures: failures.map(({ name, runs, seed, run }) => ({
      name,
      runs,
      seed: seedText(seed),
      traceHash: run.result.traceHash,
      deterministic: run.repetition === undefined || run.repetition.differences.length === 0,
      artefacts: run.artefacts,
    })),
  }));
  const runs = campaigns.reduce((sum, one) => sum + one.runs, 0);
  const failed = campaigns.reduce((sum, one) => sum + one.failed, 0);
  return `${toJson({ campaigns, passed: runs - failed, failed, mistakes: [] })}\n`;
}

/**
 * Gives the runs of campaigns as events for programs, one JSON object a line, each with `v` and
 * `t`: `start`, then for each campaign `campaign.start` and, in the order of seeds, a `run.end` for
 * every run.
 */
export function renderCampaignEvents(finished: readonly FinishedCampaign[]): string {
  return [startEvent(), ...finished.flatMap(({ campaign }) => eventsOf(campaign))]
    .map(eventLine)
    .join('');
}

function eventsOf({ plan, seedRuns }: Campaign): readonly object[] {
  const { file, scenario } = plan.loaded;
  return [
    { t: 'campaign.start', file, scenario: scenario.name },
    ...seedRuns.map(({ seed, situations: _, ...run }) => ({
      t: 'run.end',
      seed: seedText(seed),
      ...run,
    })),
  ];
}
