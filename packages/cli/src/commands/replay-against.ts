import type { RecordedRun, RecordRunOptions } from '@quorate/simulator';
import { findNearest, type Nearest, type Neighbour, recordNeighbour } from '../against/nearest.ts';
import { type ComparedRun, compareTwoRuns, type TwoRuns } from '../against/two-runs.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { createProgress } from '../fuzz/progress.ts';
import { interruptible } from '../interruptible.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeReport } from '../output/write-report.ts';
import { withArtefacts } from '../report/failure.ts';
import { renderComparedPage } from '../report/page.ts';
import { quote } from '../report/shell.ts';
import { renderNearest, renderTwoRuns } from '../report/two-runs.ts';
import { searchJson, twoRunsJson } from '../report/two-runs-json.ts';
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
  readonly json?: true;
  readonly fullCrypto?: true;
}

/** Tells whether another run is asked for. */
export function hasOther({ against, againstSeed }: AgainstOptions): boolean {
  return against !== undefined || againstSeed !== undefined;
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
  const side = ownSide(own);
  const compared = await findOther({ ...own, side }, options, terminal);
  if (typeof compared === 'number') return compared;
  const { two, nearest } = compared;
  if (options.json !== undefined) {
    terminal.print(
      `${toJson(two === undefined ? { search: searchJson(nearest) } : twoRunsJson(two, nearest))}\n`,
    );
  } else {
    if (nearest !== undefined) terminal.print(renderNearest(nearest));
    if (two !== undefined) terminal.print(renderTwoRuns(two, terminal.colors));
  }
  const isCut = nearest?.isWhole === false;
  if (isCut) terminal.complain('interrupted: this is the nearest of those tried so far\n');
  const unwritten = two === undefined ? [] : writePage(two, options.html, terminal);
  if (two === undefined && options.html !== undefined) {
    terminal.complain(`${options.html} is not written: there is no other run to show\n`);
  }
  return mostSevere([...side.run.causes, ...(isCut ? [exitCodes.interrupted] : []), ...unwritten]);
}

function writePage(two: TwoRuns, path: string | undefined, terminal: Terminal) {
  return writeReport('--html', path, () => renderComparedPage(two), terminal);
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
  { against, againstSeed, fullCrypto, html }: AgainstOptions,
  terminal: Terminal,
): Promise<Compared | ExitCode> {
  const crypto: RecordRunOptions = fullCrypto === undefined ? {} : { crypto: 'full' };
  if (against === true && againstSeed === undefined) return findNear(own, crypto, terminal);
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
  crypto: RecordRunOptions,
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
  // No command of its own runs what the search has made.
  const run = { ...near.run, again: `npx quorate replay ${quote(file)} --against` };
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
