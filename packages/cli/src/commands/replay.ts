import { counted } from '@quorate/protocol';
import {
  DurationError,
  type RecordedRun,
  recordRun,
  type Until,
  type Violation,
} from '@quorate/simulator';
import { findDrift } from '../artefacts/drift.ts';
import type { Recording } from '../artefacts/recording.ts';
import { headerOf } from '../artefacts/trace-file.ts';
import { OptionError } from '../command-error.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { typedTime } from '../options/read-time.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeReport } from '../output/write-report.ts';
import { DIAGRAM_LIMIT, renderDiagram } from '../report/diagram.ts';
import { renderDrift, renderOtherHash } from '../report/drift.ts';
import { renderEvents } from '../report/events.ts';
import { renderBlame, renderFailures, withArtefacts } from '../report/failure.ts';
import { firstBreaches, occurrencesIn } from '../report/occurrences.ts';
import { renderPage } from '../report/page/page.ts';
import { renderReport, renderState } from '../report/report.ts';
import { about } from '../report/words.ts';
import { judge } from '../runs/judge.ts';
import { isOpened, openRun } from '../runs/open-run.ts';
import type { LoadedScenario } from '../runs/scenario-files.ts';
import { refuse, refuseOutput } from './refuse.ts';
import { type AgainstOptions, againstFault, hasOther, replayAgainst } from './replay-against.ts';
import { type BlameCommandOptions, blameFault, replayBlame } from './replay-blame.ts';

/** The options of `quorate replay`; an absent option was not given. */
export interface ReplayOptions extends BlameCommandOptions, AgainstOptions {
  readonly seed?: bigint;
  /** A number of events, or a duration. */
  readonly until?: string;
  readonly step?: true;
  /** The file for the page of the run; absent means none. */
  readonly html?: string;
  /** Draws the run as a Mermaid diagram. */
  readonly diagram?: true;
}

/** How many of the last events are shown, unless all are requested. */
const EVENTS_SHOWN = 5;

/**
 * Runs a recorded run again, compares it event by event, and shows what happened.
 *
 * A run that differs from the recorded one has drifted, whatever else is wrong with it. A run that
 * was stopped before its end has no verdict yet.
 */
export async function replay(
  path: string,
  options: ReplayOptions,
  terminal: Terminal,
  record: typeof recordRun = recordRun,
): Promise<ExitCode> {
  const until = untilOf(options.until);
  const fault =
    diagramFault(options) ?? againstFault(options) ?? htmlFault(options) ?? blameFault(options);
  if (fault !== undefined) throw new OptionError(fault);
  const opened = openRun(path, options.seed);
  if (!isOpened(opened)) return refuse(opened, {}, terminal);
  const { recording, loaded, seed } = opened;
  const unwritable = reportFileFault({ '--html': options.html }, [recording.file]);
  if (unwritable !== undefined) return refuseOutput(unwritable, terminal);
  const play: Play = (limit) =>
    record(loaded.scenario, {
      ...(seed === undefined ? {} : { seed }),
      ...(limit === undefined ? {} : { until: limit }),
      ...(options.fullCrypto === undefined ? {} : { crypto: 'full' }),
    });
  if (options.blame !== undefined || hasOther(options)) {
    const recorded = play(undefined);
    const verdict =
      options.blame === undefined
        ? await replayAgainst({ opened, recorded }, options, terminal)
        : await replayBlame(loaded, recorded, options, terminal);
    // Programs read standard output, so it gets the table and nothing else.
    const beside = { ...terminal, print: terminal.complain };
    return compare(recorded, recording, { isWhole: true, terminal: beside }) ?? verdict;
  }
  return show(play, { until, options, recording, loaded }, terminal);
}

/** Runs the scenario once more, up to a limit. */
type Play = (limit: Until | undefined) => RecordedRun;

/** How a run is shown, and what it is compared with. */
interface Showing {
  readonly until: Until | undefined;
  readonly options: ReplayOptions;
  readonly recording: Recording;
  readonly loaded: LoadedScenario;
}

async function show(
  play: Play,
  { until, options, recording, loaded }: Showing,
  terminal: Terminal,
): Promise<ExitCode> {
  const recorded = play(until);
  if (options.step !== undefined && (await showSteps(recorded, terminal)) === 'ended') {
    return exitCodes.passed;
  }
  const isWhole = until === undefined || hasEnded(recorded, play);
  const beside =
    options.diagram === undefined
      ? terminal
      : // A run that was stopped lacks what is found broken once everything is at rest.
        showDiagram(isWhole ? recorded : play(undefined), recorded.events.length, terminal);
  if (until !== undefined) showLast(recorded, options, beside);
  const verdict = isWhole ? showRun(recorded, recording, beside) : showStop(recorded, beside);
  const drift = compare(recorded, recording, { isWhole, terminal: beside });
  const page = () => pageOf(recorded, recording, loaded);
  const unwritten = writeReport('--html', options.html, page, terminal);
  return mostSevere([drift ?? verdict, ...unwritten]);
}

function pageOf(recorded: RecordedRun, recording: Recording, { scenario }: LoadedScenario): string {
  const run = withArtefacts(judge(recording.file, recorded.result, undefined), recording);
  return renderPage({ scenario, run, recorded, options: '' });
}

// The end of a run looks like a stop at that event; allowing one event more tells them apart.
function hasEnded({ result: { events } }: RecordedRun, play: Play): boolean {
  return play({ kind: 'events', count: events + 1 }).result.events === events;
}

function untilOf(text: string | undefined): Until | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return { kind: 'events', count: Number(text) };
  try {
    return { kind: 'time', at: typedTime(text) };
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new OptionError(
      `--until takes a number of events or a time such as "1.5 s", not "${text}"`,
    );
  }
}

function diagramFault({ diagram, step, blame }: ReplayOptions): string | undefined {
  if (diagram === undefined || (step ?? blame) === undefined) return undefined;
  return `--diagram prints the diagram and nothing else: leave out --${step === undefined ? 'blame' : 'step'}`;
}

function htmlFault({ html, until, blame }: ReplayOptions): string | undefined {
  if (html === undefined || (until ?? blame) === undefined) return undefined;
  return `--html shows the whole run: leave out --${until === undefined ? 'blame' : 'until'}`;
}

/**
 * Prints the diagram, and gives a terminal that prints everything else on standard error, so that
 * the diagram alone can be redirected to where it is shown.
 */
function showDiagram(run: RecordedRun, length: number, terminal: Terminal): Terminal {
  const { print, complain } = terminal;
  const diagram = renderDiagram(run, length);
  print(diagram);
  if (diagram.length > DIAGRAM_LIMIT) {
    const size = `${counted(diagram.length, 'character')} of diagram`;
    complain(`${size}: GitHub and others show no more than ${DIAGRAM_LIMIT}; --until shows less\n`);
  }
  return { ...terminal, print: complain };
}

// A person goes from event to event; a program gets them all.
async function showSteps(recorded: RecordedRun, terminal: Terminal): Promise<'ended' | 'shown'> {
  const { print, colors, nextLine } = terminal;
  if (nextLine !== undefined) print(colors.dim('Enter shows the next event, q and Enter end\n'));
  for (const text of renderEvents(occurrencesIn(recorded), colors, {
    breaches: breachesIn(recorded),
  })) {
    print(nextLine === undefined ? text : text.trimEnd());
    if (nextLine === undefined) continue;
    const line = await nextLine();
    if (line === undefined || line.trim() === 'q') return 'ended';
  }
  print('\n');
  return 'shown';
}

function showRun(recorded: RecordedRun, recording: Recording, terminal: Terminal): ExitCode {
  const { print, colors } = terminal;
  const { result, events, forensics, excess } = recorded;
  const run = judge(recording.file, result, undefined);
  print(renderReport(run, { colors, nameWidth: result.name.length }));
  const failed = { ...withArtefacts(run, recording), events, forensics, excess };
  // If a scenario asks for a violation, nothing failed, but somebody is still to blame.
  const isExpected = run.causes.length === 0;
  print(isExpected ? renderBlame(forensics) : renderFailures([failed], { colors, options: '' }));
  return mostSevere(run.causes);
}

// With `--step` or `--diagram`, they have already been shown.
function showLast(
  recorded: RecordedRun,
  { step, diagram }: ReplayOptions,
  { print, colors }: Terminal,
): void {
  const last = (step ?? diagram) === undefined ? occurrencesIn(recorded).slice(-EVENTS_SHOWN) : [];
  if (last.length === 0) return;
  print(`${renderEvents(last, colors, { breaches: breachesIn(recorded) }).join('')}\n`);
}

// What is found broken at the end of a run that was stopped need not be broken.
function breachesIn({ result }: RecordedRun): readonly Violation[] {
  return firstBreaches(result).filter(({ event }) => event !== undefined);
}

function showStop({ result }: RecordedRun, { print, colors }: Terminal): ExitCode {
  print(renderState(result, colors));
  const stopped = `${counted(result.events, 'event')} and ${about(result.virtualNanos)}`;
  print(`stopped after ${stopped}: ${colors.bold(result.name)}, seed ${result.seed}\n`);
  return exitCodes.passed;
}

function compare(
  { result, events }: RecordedRun,
  { kept }: Recording,
  { isWhole, terminal }: { readonly isWhole: boolean; readonly terminal: Terminal },
): ExitCode | undefined {
  if (kept === undefined) return undefined;
  const { header, lines } = kept.trace;
  const drift = findDrift(lines, events, isWhole);
  const { print, colors } = terminal;
  const headers = [header, headerOf(result)] as const;
  if (drift !== undefined) print(renderDrift(drift, headers, colors));
  else if (isWhole && header.traceHash !== result.traceHash) {
    print(renderOtherHash(headers, colors));
  } else {
    print(`\nthe same as recorded, ${counted(events.length, 'line')} of trace compared\n`);
    return undefined;
  }
  return exitCodes.drift;
}
