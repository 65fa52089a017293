import { join } from 'node:path';
import { counted } from '@quorate/protocol';
import {
  type Forensics,
  hasExpectedVerdict,
  NODES_DO_NOT_BREAK,
  type RecordedEvent,
  type RunResult,
  unexcused,
  type Violation,
} from '@quorate/simulator';
import type { ArtefactName } from '../artefacts/artefact-names.ts';
import type { Recording } from '../artefacts/recording.ts';
import { type Colors, plainColors } from '../output/terminal.ts';
import { hasDrifted, type JudgedRun, type Repetition } from '../runs/judge.ts';
import { routeOf, whatOf } from './events.ts';
import { labelWidth, type Pair, renderPairs, renderWrappedPairs } from './pairs.ts';
import { quote } from './shell.ts';
import { joinAlike } from './two-runs/alike.ts';
import { about } from './words.ts';

/** A failed run, with what was found out about it. */
export interface FailedRun extends JudgedRun {
  /** What happened in it; absent if it was not recorded. */
  readonly events?: readonly RecordedEvent[];
  readonly forensics?: Forensics | undefined;
  /**
   * Which committee had more than f faulty members when an invariant first broke, in a clause;
   * absent if none had.
   */
  readonly excess?: string | undefined;
  /** The run as a Mermaid diagram; absent if it was not recorded. */
  readonly diagram?: string;
  /** The folder of the artefacts; absent if none were written. */
  readonly artefacts?: string;
  /**
   * The command that shows the failure again if no artefacts were written; absent if its file gives
   * it.
   */
  readonly again?: string;
}

/** How failures look, and which options a repetition must name. */
export interface FailureStyle {
  readonly colors: Colors;
  /** Such as " --crypto stub"; empty for none. */
  readonly options: string;
}

/** One thing that went wrong; `name` is the invariant, or what else was required. */
export interface Failure {
  readonly name: string;
  readonly title: string;
  readonly kind: 'safety' | 'liveness' | 'expectation' | 'determinism' | 'drift';
  /** What the invariant says; absent if none was broken. */
  readonly mustHold?: string;
  readonly facts: readonly Pair[];
}

/** The name of a failure that consists in the verdict itself. */
export const VERDICT = 'verdict';

/** Explains every failed run, and says how to see it again. */
export function renderFailures(runs: readonly FailedRun[], style: FailureStyle): string {
  return runs.map((run) => `\n${renderFailure(run, style)}`).join('');
}

function renderFailure(run: FailedRun, { colors, options }: FailureStyle): string {
  const { result } = run;
  const failedExpectations = joinAlike(result.failedExpectations);
  const failures = failuresOf({ ...run, result: { ...result, failedExpectations } });
  const identity: readonly Pair[] = [
    ['scenario', `${result.name}, seed ${result.seed}, crypto ${result.crypto}`],
    ['trace', result.traceHash],
    ...(run.forensics === undefined ? verdict(run, failures) : blame(run.forensics)),
    ...(run.artefacts === undefined ? [] : keptAt(run.artefacts)),
    ['replay', replayLine(run, options)],
  ];
  const facts = failures.flatMap((failure) => [...rule(failure), ...failure.facts]);
  const width = labelWidth([...facts, ...identity]);
  const blocks = failures.map((failure) => {
    const head = `${colors.red('FAIL')} ${failure.title}  ${colors.red(`[${failure.kind}]`)}\n`;
    return `${head}${renderWrappedPairs(rule(failure), width)}${renderPairs(failure.facts, width)}`;
  });
  // Below several failures, what is true of all of them stands apart.
  const gap = failures.length > 1 ? '\n' : '';
  return `${blocks.join('')}${gap}${renderPairs(identity, width)}`;
}

function keptAt(artefacts: string): readonly Pair[] {
  return [
    ['artefacts', artefacts],
    ['page', join(artefacts, 'report.html' satisfies ArtefactName)],
  ];
}

/** Says what the invariant says that was broken, if one was. */
export function rule({ mustHold }: Pick<Failure, 'mustHold'>): readonly Pair[] {
  return mustHold === undefined ? [] : [['must hold', mustHold]];
}

/** Adds where the artefacts of a run are kept, if they are. */
export function withArtefacts(run: JudgedRun, { kept }: Recording): FailedRun {
  return kept === undefined ? run : { ...run, artefacts: kept.folder };
}

/** Gives the command that shows a failure again. */
export function replayLine({ file, result, artefacts, again }: FailedRun, options: string): string {
  if (artefacts !== undefined) return `npx quorate replay ${quote(artefacts)}`;
  return again ?? `npx quorate run ${quote(file)} --seed ${result.seed}${options}`;
}

/** Says who signed twice, and what that proves; empty if nobody did. */
export function renderBlame(forensics: Forensics | undefined, width?: number): string {
  const pairs = blame(forensics);
  return renderPairs(pairs, width ?? labelWidth(pairs));
}

// The first conflict speaks for the others.
function blame(forensics: Forensics | undefined): readonly Pair[] {
  const [conflict, ...others] = forensics?.conflicts ?? [];
  if (conflict === undefined) return [];
  const { sender, nonce, culprits, verdict } = conflict;
  const named = culprits.map(({ name, isFaulty }) => (isFaulty ? `${name} (Byzantine)` : name));
  const who = named.length === 0 ? 'nobody' : named.join(', ');
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'conflict')} more`;
  return [
    ['culprits', `${who} signed more than one transaction of (${sender}, nonce ${nonce})`],
    ['verdict', `${verdict}${more}`],
  ];
}

function verdict(run: FailedRun, failures: readonly Failure[]): readonly Pair[] {
  const reason = excuse(run, failures);
  return reason === undefined ? [] : [['verdict', reason]];
}

/**
 * Says why nothing was guaranteed; undefined if that is not so. Too many liars break what holds
 * only up to f of them; they excuse neither a node that breaks nor an unmet expectation.
 */
export function excuse(
  { excess }: Pick<FailedRun, 'excess'>,
  failures: readonly Failure[],
): string | undefined {
  const isBroken = failures.some(
    ({ name, kind }) => name !== NODES_DO_NOT_BREAK && (kind === 'safety' || kind === 'liveness'),
  );
  return excess === undefined || !isBroken ? undefined : `assumption broken: ${excess}`;
}

/** Lists what went wrong in a run; empty for one that passed. */
export function failuresOf({
  result,
  repetition,
  events = [],
}: JudgedRun & Pick<FailedRun, 'events'>): readonly Failure[] {
  return [
    ...(hasExpectedVerdict(result) ? [] : verdictFailures(result, events)),
    ...result.failedExpectations.map(({ expectation, expected, actual }) => ({
      name: expectation,
      title: `${expectation}: expected ${expected}, got ${actual}`,
      kind: 'expectation' as const,
      facts: [],
    })),
    ...(repetition === undefined ? [] : divergence(result, repetition)),
    ...(hasDrifted(result) ? [drift(result)] : []),
  ];
}

/**
 * Explains a verdict by the violations behind it, the earliest first. The verdict itself is a failure
 * too if there are none, or if the scenario expects another violation than the gravest.
 */
function verdictFailures(result: RunResult, events: readonly RecordedEvent[]): readonly Failure[] {
  const { verdict, expectedVerdict } = result;
  const { violations } = unexcused(result);
  const title = `verdict: expected ${expectedVerdict}, got ${verdict}`;
  const other = { name: VERDICT, title, kind: 'expectation', facts: [] } as const;
  if (verdict === 'unknown') {
    const nothing = 'nothing was checked, because nothing happened that an invariant looks at';
    return [{ ...other, title: nothing }];
  }
  if (violations.length === 0) return [{ ...other, kind: kindOf(verdict) }];
  const names = [...new Set(violations.map(({ oracle }) => oracle))];
  const breaches = names.flatMap((name) => {
    const [first, ...more] = violations.filter(({ oracle }) => oracle === name);
    return first === undefined ? [] : [violationFailure(first, more.length, events)];
  });
  const isUsual = expectedVerdict === 'pass' || expectedVerdict === 'any';
  return isUsual || verdict === expectedVerdict ? breaches : [...breaches, other];
}

function kindOf(verdict: RunResult['verdict']): Failure['kind'] {
  return verdict === 'liveness' ? verdict : 'expectation';
}

// One violation often brings dozens of its kind; the first is the one to examine.
function violationFailure(
  violation: Violation,
  more: number,
  events: readonly RecordedEvent[],
): Failure {
  const { oracle, kind, mustHold, at, message, facts } = violation;
  return {
    name: oracle,
    title: `${oracle} ${message}`,
    kind,
    mustHold,
    facts: [
      ['at', more === 0 ? about(at) : `${about(at)}, and ${counted(more, 'time')} more after that`],
      ...stepsOf(violation, events),
      ...Object.entries(facts).map(([fact, value]) => [fact, firstLine(value)] as const),
    ],
  };
}

// What liars do is no step, so there may be none in that event.
function stepsOf({ event }: Violation, events: readonly RecordedEvent[]): readonly Pair[] {
  if (event === undefined) return [];
  const steps = events.filter((each) => each.event === event);
  const [first = '', ...others] = steps.map(
    (step) => `  ${routeOf(step)}  ${whatOf(step, plainColors)}`,
  );
  const indent = ' '.repeat(`${event}`.length);
  return [
    ['event', `${event}${first}`],
    ...others.map((other) => ['', `${indent}${other}`] as const),
  ];
}

// The stack of a broken node is in report.json.
function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}

function drift({ traceHash, recordedTraceHash = '' }: RunResult): Failure {
  const facts = [
    ['recorded', `trace ${recordedTraceHash}`],
    ['now', `trace ${traceHash}`],
    // Hashes do not say which event differs first; only a kept trace does.
    ['why', 'the file has changed since, or the version of quorate or Node.js'],
  ] as const;
  const title = 'the run is not the one that was recorded when the scenario was frozen';
  return { name: 'drift', title, kind: 'drift', facts };
}

function divergence({ traceHash }: RunResult, repetition: Repetition): readonly Failure[] {
  const { differences } = repetition;
  if (differences.length === 0) return [];
  const title = `two runs of one seed differ in ${differences.join(', ')}`;
  const facts = [
    ['first', `trace ${traceHash}`],
    ['second', `trace ${repetition.traceHash}`],
  ] as const;
  return [{ name: 'determinism', title, kind: 'determinism', facts }];
}
