import type { RecordedRun, RecordRunOptions } from '@quorate/simulator';
import {
  findNearest,
  type Nearest,
  type Neighbour,
  recordNeighbour,
  scenarioOf,
} from '../against/nearest.ts';
import { type ComparedRun, compareTwoRuns, type TwoRuns } from '../against/two-runs.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { createProgress } from '../fuzz/progress.ts';
import { interruptible } from '../interruptible.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeReport } from '../output/write-report.ts';
import { withArtefacts } from '../report/failure.ts';
import { renderComparedPage } from '../report/page/page.ts';
import { quote } from '../report/shell.ts';
import { renderNearest, renderTwoRuns } from '../report/two-runs/two-runs.ts';
import { searchJson, twoRunsJson } from '../report/two-runs/two-runs-json.ts';
import { frozenText } from '../runs/frozen.ts';
import { judge, toJson } from '../runs/judge.ts';
import { isOpened, type OpenedRun, openRun } from '../runs/open-run.ts';
import { refuse, refuseOutput } from './refuse.ts';

/** The options of `quorate replay` that name another run; an absent option was not given. */
export interface AgainstOptions {
  /** A folder or file; true looks for the nearest run that ends otherwise. */
  readonly against?: string | true;
  readonly againstSeed?: bigint;
  /** The file for the page of both runs; absent means none. */
  readonly html?: string;
  /** The file for the run that a search finds, as a scenario; absent means none. */
  readonly save?: string;
  readonly json?: true;
  readonly fullCrypto?: true;
}

/** Tells whether another run is asked for. */
export function hasOther({ against, againstSeed }: AgainstOptions): boolean {
  return against !== undefined || againstSeed !== undefined;
}

/** Tells whether the other run is to be looked for. */
function isSearch({ against, againstSeed }: AgainstOptions): boolean {
  return against === true && againstSeed === undefined;
}

/** Names the options that contradict `--against`; undefined if none do. */
export function againstFault(
  options: AgainstOptions & {
    readonly until?: string;
    readonly step?: true;
    readonly diagram?: true;
    readonly blame?: true;
  },
): string | undefined {
  if (options.save !== undefined && !isSearch(options)) {
    return '--save writes the run that --against finds: give --against, and name no other run';
  }
  if (!hasOther(options)) {
    return options.json === undefined || options.blame !== undefined
      ? undefined
      : '--json needs --blame or --against';
  }
  const { until, step, diagram, blame } = options;
  const beside = { '--until': until, '--step': step, '--diagram': diagram, '--blame': blame };
  const alone = Object.entries(beside).find(([, given]) => given !== undefined)?.[0];
  return alone === undefined ? undefined : `--against compares whole runs: leave out ${alone}`;
}

/** The run that is compared with another. */
export interface OwnRun {
  readonly opened: OpenedRun;
  readonly recorded: RecordedRun;
}

/**
 * Compares a run with the one that the options name, or with the nearest that ends otherwise.
 *
 * @throws what `runScenario` throws.
 */
export async function replayAgainst(
  own: OwnRun,
  options: AgainstOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { file } = own.opened.loaded;
  const unwritable = reportFileFault({ '--save': options.save, '--html': options.html }, [file]);
  if (unwritable !== undefined) return refuseOutput(unwritable, terminal);
  const side = ownSide(own);
  const compared = await findOther({ ...own, side }, options, terminal);
  if (typeof compared === 'number') return compared;
  const { two, nearest } = compared;
  print(compared, options, terminal);
  const isCut = nearest?.isWhole === false;
  if (isCut) terminal.complain('interrupted: this is the nearest of those tried so far\n');
  const unwritten =
    two === undefined
      ? withoutOther(options, terminal)
      : [
          ...saveFound(own, nearest, options, terminal),
          ...writeReport('--html', options.html, () => renderComparedPage(two), terminal),
        ];
  return mostSevere([...side.run.causes, ...(isCut ? [exitCodes.interrupted] : []), ...unwritten]);
}

function print({ two, nearest }: Compared, { json }: AgainstOptions, terminal: Terminal): void {
  if (json !== undefined) {
    const shown = two === undefined ? { search: searchJson(nearest) } : twoRunsJson(two, nearest);
    terminal.print(`${toJson(shown)}\n`);
    return;
  }
  if (nearest !== undefined) terminal.print(renderNearest(nearest));
  if (two !== undefined) terminal.print(renderTwoRuns(two, terminal.colors));
}

/** Says which files are not written because there is no other run. */
function withoutOther({ html, save }: AgainstOptions, terminal: Terminal): readonly ExitCode[] {
  for (const path of [html, save]) {
    if (path === undefined) continue;
    terminal.complain(`${path} is not written: there is no other run to show\n`);
  }
  return [];
}

/** Writes the run that was found, and says how it runs alone; or how it is written. */
function saveFound(
  { opened }: OwnRun,
  nearest: Nearest | undefined,
  { save, json }: AgainstOptions,
  terminal: Terminal,
): readonly ExitCode[] {
  const [found] = nearest?.found ?? [];
  if (found === undefined) return [];
  const say = json === undefined ? terminal.print : terminal.complain;
  const { file } = opened.loaded;
  if (save === undefined) {
    say(`to have the other run as a scenario: ${searchCommand(file)} --save other.yaml\n`);
    return [];
  }
  const origin = `${file}, ${found.neighbour.how}`;
  const text = () => frozenText(origin, scenarioOf(found.neighbour));
  const unwritten = writeReport('--save', save, text, terminal);
  if (unwritten.length === 0) say(`the other run alone: npx quorate replay ${quote(save)}\n`);
  return unwritten;
}

function searchCommand(file: string): string {
  return `npx quorate replay ${quote(file)} --against`;
}

/** Two compared runs, and how the other was found, if nobody named it. */
interface Compared {
  /** Absent if no run that was tried ends otherwise. */
  readonly two?: TwoRuns;
  readonly nearest?: Nearest;
}

/** The run that is compared, and that run as one side of the comparison. */
interface OwnSide extends OwnRun {
  readonly side: ComparedRun;
}

async function findOther(
  own: OwnSide,
  options: AgainstOptions,
  terminal: Terminal,
): Promise<Compared | ExitCode> {
  const { against, againstSeed, fullCrypto, html, save } = options;
  const crypto: RecordRunOptions = fullCrypto === undefined ? {} : { crypto: 'full' };
  if (isSearch(options)) return findNear(own, { crypto, save }, terminal);
  const named = typeof against === 'string' ? openRun(against, againstSeed) : own.opened;
  if (!isOpened(named)) return refuse(named, {}, terminal);
  const { file, scenario } = named.loaded;
  const unwritable = reportFileFault({ '--html': html }, [file]);
  if (unwritable !== undefined) return refuseOutput(unwritable, terminal);
  const seed = againstSeed ?? named.seed ?? scenario.seed;
  const other = { scenario, seed, how: runName(file, seed) };
  return { two: compareTwoRuns(own.side, neighbourSide(file, other, crypto)) };
}

async function findNear(
  { opened, recorded, side }: OwnSide,
  { crypto, save }: { readonly crypto: RecordRunOptions; readonly save: string | undefined },
  terminal: Terminal,
): Promise<Compared | ExitCode> {
  const { file, scenario } = opened.loaded;
  const { name, verdict } = recorded.result;
  if (verdict === 'pass' && side.run.causes.length === 0) {
    terminal.complain(`${name} passes: name the other run, as in --against FILE\n`);
    return exitCodes.noViolation;
  }
  const progress = createProgress(terminal);
  const nearest = await interruptible((interrupt) =>
    findNearest({ scenario, recorded, interrupt, say: progress.say }),
  );
  progress.end();
  const [found] = nearest.found;
  if (found === undefined) return { nearest };
  const near = neighbourSide(file, found.neighbour, crypto);
  const alone = save === undefined ? searchCommand(file) : `npx quorate replay ${quote(save)}`;
  const run = { ...near.run, again: alone };
  return { nearest, two: compareTwoRuns(side, { ...near, run }) };
}

function ownSide({ opened, recorded }: OwnRun): ComparedRun {
  const { file, scenario } = opened.loaded;
  const seed = BigInt(recorded.result.seed);
  const run = withArtefacts(judge(file, recorded.result, undefined), opened.recording);
  return { scenario, seed, how: runName(file, seed), run, recorded };
}

function neighbourSide(file: string, neighbour: Neighbour, options: RecordRunOptions): ComparedRun {
  const recorded = recordNeighbour(neighbour, options);
  return { ...neighbour, run: judge(file, recorded.result, undefined), recorded };
}

function runName(file: string, seed: bigint): string {
  return `${file}, seed 0x${seed.toString(16)}`;
}
