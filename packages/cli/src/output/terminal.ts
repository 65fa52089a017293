import { isatty } from 'node:tty';
import pc from 'picocolors';
import { exitCodes } from '../exit-code.ts';
import { systemReason } from './system-reason.ts';

/** Makes text coloured, or leaves it alone. */
export type Colors = ReturnType<typeof pc.createColors>;

/** Leaves text alone, for files. */
export const plainColors: Colors = pc.createColors(false);

/** Where a command writes, and what it may read. */
export interface Terminal {
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
  readonly colors: Colors;
  /**
   * Writes as much of a line as there is room for on standard error, over the last such line.
   * Absent if that is impossible.
   */
  readonly rewrite?: (line: string) => void;
  /**
   * Waits for a line that a person types; undefined at the end of input. Absent if nobody is there.
   */
  readonly nextLine?: () => Promise<string | undefined>;
}

/** Gives the streams of this process; colours are only for people who want them. */
export function processTerminal(): Terminal {
  process.stdout.on('error', leaveWhenNobodyReads);
  // If the terminal was closed, nobody reads complaints, and there is nobody else to tell.
  process.stderr.on('error', () => undefined);
  return {
    print: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    colors: pc.createColors(areColorsWanted(process.stdout.isTTY === true)),
    ...(process.stderr.isTTY === true ? { rewrite } : {}),
    // Any access to `process.stdin` makes reads of a pipe fail, instead of waiting for its writer.
    ...(isatty(0) && process.stdout.isTTY === true ? { nextLine } : {}),
  };
}

// The library always colours in CI, and log files are no terminals: there, only users who ask for
// colours get them. The library takes FORCE_COLOR=0 for a request, but everybody else means the
// opposite.
function areColorsWanted(isTerminal: boolean): boolean {
  const forced = process.env['FORCE_COLOR'] ?? '';
  if (forced === '0' || forced === 'false') return false;
  return pc.isColorSupported && (isTerminal || forced !== '');
}

// As in `quorate run scenarios | head`: the reader has seen enough, and that is no fault. If a
// terminal was closed, a signal decides what becomes of the command.
function leaveWhenNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code === 'EIO') return;
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error standard output: ${systemReason(error) ?? error.message}\n`);
  process.exit(exitCodes.environment);
}

/** The usual width of a terminal, for those that do not know theirs. Units: columns. */
const COLUMNS = 80;

/** Moves to the start of the line, and clears it. */
const LINE_START = '\r\u001b[K';

// A line that the terminal breaks could not be written over. At its last column many break it.
function rewrite(line: string): void {
  process.stderr.write(LINE_START + line.slice(0, (process.stderr.columns || COLUMNS) - 1));
}

function nextLine(): Promise<string | undefined> {
  const { stdin } = process;
  return new Promise((resolve) => {
    const settle = (line?: Buffer) => {
      stdin.off('data', settle).off('end', settle).pause();
      resolve(line?.toString());
    };
    stdin.once('data', settle).once('end', settle).resume();
  });
}
