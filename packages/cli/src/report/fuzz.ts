import { strategyText } from '@quorate/fuzzer';
import { counted } from '@quorate/protocol';
import { knownShapes } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';
import { changesOption } from '../fuzz/changes-option.ts';
import type { ExaminedFinding } from '../fuzz/findings.ts';
import { type FinishedFuzz, neverMet } from '../fuzz/finished.ts';
import { findingEvent } from '../fuzz/fuzz.ts';
import { doubtOf, originOf } from '../fuzz/origin.ts';
import { toJson } from '../runs/judge.ts';
import { type FailureStyle, renderFailures } from './failure.ts';
import { labelWidth, type Pair, renderPairs, renderWrappedPairs } from './pairs.ts';
import { searchLabel } from './search-label.ts';
import { about, runRate } from './words.ts';

/** Reports a search: how much was tried, what was never seen, and each cause of failure once. */
export function renderFuzz(finished: FinishedFuzz, style: FailureStyle): string {
  const { colors } = style;
  const { plan, report, findings, causes, seconds, missed } = finished;
  const head = [
    counted(report.runs, 'run'),
    `from seed ${seedText(plan.first)}`,
    strategyText(plan.strategy),
    `profile ${plan.space.profile}${changesOption(plan.space.changes).replace(' --', ', ')}`,
    `${report.failed} failed`,
    runRate(report.runs / seconds),
  ].join(', ');
  const facts = searchFacts(finished);
  const blind = [
    ...missed.situations.map((name) => `no run reached the situation ${name}`),
    ...missed.invariants.map((name) => `the invariant ${name} had nothing to check in any run`),
  ].map((line) => `\n${colors.red('FAIL')} ${line}  ${colors.red('[unknown]')}\n`);
  return [
    `${searchLabel(causes, colors)}  ${colors.bold('fuzz')}  ${head}\n`,
    renderWrappedPairs(facts),
    // These are searched for and copied, so they stay on one line.
    renderPairs(
      findings.map((finding) => findingFact(finding, plan)),
      labelWidth(facts),
    ),
    renderFailures(
      findings.flatMap(({ run }) => run ?? []),
      style,
    ),
    ...blind,
  ].join('');
}

function searchFacts(finished: FinishedFuzz): readonly Pair[] {
  const { report, corpus } = finished;
  const { shapes, situations, virtualNanos, events } = report;
  const never = neverMet(situations);
  const met = situations.size - never.length;
  const end: Pair = ['ended', endOf(finished)];
  if (report.runs === 0) return [end];
  return [
    end,
    ['simulated', `${about(virtualNanos)}, ${counted(events, 'event')}`],
    ['shapes', `${shapes.size()}`],
    ['situations', withNever(`${met} of ${situations.size}`, never)],
    ...unseen(report).map(
      ({ title, seen, known, never: missing }): Pair => [
        title,
        withNever(`${seen} of ${known}`, missing),
      ],
    ),
    ...(corpus === undefined
      ? []
      : [
          [
            'corpus',
            `${corpus.tried} run first; ${corpus.kept} show all shapes, ${corpus.added} of them new ` +
              `in ${corpus.folder}; ${corpus.removed} removed there`,
          ] as const,
        ]),
  ];
}

const ENDS: Readonly<Record<FinishedFuzz['stop'], string>> = {
  runs: 'all runs are done',
  time: 'the time is up',
  failures: 'enough causes were found',
  interrupt: 'it was interrupted',
  lost: 'a process was lost',
};

function endOf({ stop, plan, report, seconds, corpus }: FinishedFuzz): string {
  if (stop !== 'interrupt') return ENDS[stop];
  const { runs, seconds: wanted } = plan;
  // What a corpus has is run besides.
  const own = report.runs - (corpus?.tried ?? 0);
  const went = runs === undefined ? `${Math.round(seconds)}` : `${own}`;
  const whole = runs === undefined ? `${wanted} s` : counted(runs, 'run');
  return `${ENDS[stop]} after ${went} of ${whole}`;
}

/** How many of the shapes that were never seen are named. */
const NAMED = 4;

function withNever(text: string, never: readonly string[]): string {
  if (never.length === 0) return text;
  const more = never.length > NAMED ? `, and ${never.length - NAMED} more` : '';
  return `${text}, never: ${never.slice(0, NAMED).join(', ')}${more}`;
}

/** One family of shapes that is known beforehand, and which of them were never seen. */
interface Family {
  readonly title: string;
  readonly known: number;
  readonly seen: number;
  readonly never: readonly string[];
}

/** The size of the committee whose shapes are reported: the smallest that tolerates a liar. */
const COMMITTEE = 4;

function unseen({ shapes }: FinishedFuzz['report']): readonly Family[] {
  const { quorums, locks, refusals } = knownShapes(COMMITTEE);
  return Object.entries({ quorums, locks, refusals }).map(([title, known]) => {
    const never = known.filter((shape) => !shapes.has(shape));
    const bare = never.map((shape) => shape.replace(/^\S+ (n\d+ )?/, ''));
    return { title, known: known.length, seen: known.length - never.length, never: bare };
  });
}

function findingFact(finding: ExaminedFinding, plan: FinishedFuzz['plan']): Pair {
  const { cause, runs, shrunk, run, artefacts } = finding;
  const smaller = shrunk === undefined ? '' : `, ${sizes(shrunk)}`;
  const place = run === undefined && artefacts !== undefined ? `, kept in ${artefacts}` : '';
  const first = `first with ${originOf(finding, plan)}`;
  return [
    'found',
    `${cause} (${counted(runs, 'run')}, ${first}${smaller}${doubtOf(finding)}${place})`,
  ];
}

function sizes({ from, to, attempts }: NonNullable<ExaminedFinding['shrunk']>): string {
  const parts = (['operations', 'faults', 'acts'] as const).map(
    (part) => `${part} ${from[part]}->${to[part]}`,
  );
  return `shrunk in ${counted(attempts, 'attempt')}: ${parts.join(', ')}`;
}

/**
 * Gives a search as one JSON object on one line.
 *
 * Shape: { firstSeed, strategy, profile, changes: { least, greatest }, crypto, stop, runs, failed,
 * passed, causes, simNanos, events, shapes, situations, missed, never, corpus?, seconds,
 * runsPerSecond, findings: [{ cause, runs, seed, keptAs?, run, confirmed, shrunk?, lost?,
 * traceHash?, artefacts? }] }. `causes` are exit codes; `passed` says whether nothing went wrong.
 */
export function renderFuzzSummary(finished: FinishedFuzz): string {
  const { plan, report, findings, stop, seconds, corpus, missed, causes } = finished;
  const { runs, failed, events, virtualNanos, shapes, situations } = report;
  const summary = {
    firstSeed: seedText(plan.first),
    strategy: strategyText(plan.strategy),
    profile: plan.space.profile,
    changes: plan.space.changes,
    crypto: plan.crypto,
    stop,
    runs,
    failed,
    passed: causes.length === 0,
    causes,
    simNanos: virtualNanos,
    events,
    shapes: shapes.size(),
    situations: Object.fromEntries(situations),
    missed,
    never: Object.fromEntries(unseen(report).map(({ title, never }) => [title, never])),
    corpus,
    seconds,
    runsPerSecond: runs / seconds,
    findings: findings.map(findingEvent),
  };
  return `${toJson(summary)}\n`;
}
