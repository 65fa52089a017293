import { isatty } from 'node:tty';
import pc from 'picocolors';
import { exitCodes } from './exit-code.ts';
import { systemReason } from './system-reason.ts';

/** Turn text into coloured text, or leave it alone. */
export type Colors = ReturnType<typeof pc.createColors>;

/** Leave text alone, for files. */
export const plainColors: Colors = pc.createColors(false);

/** Say where a command writes. */
export interface Terminal {
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
  readonly colors: Colors;
  /** Writes a line on standard error over the last such line. Absent where that cannot be. */
  readonly rewrite?: (line: string) => void;
  /** Waits for a line that a person types; undefined at the end. Absent where nobody sits. */
  readonly nextLine?: () => Promise<string | undefined>;
}

/** Write to the streams of this process; colours only for people who want them. */
export function processTerminal(): Terminal {
  process.stdout.on('error', leaveWhenNobodyReads);
  // Whoever has closed the terminal reads no complaints, and there is nobody else to tell.
  process.stderr.on('error', () => undefined);
  return {
    print: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    colors: pc.createColors(areColorsWanted(process.stdout.isTTY === true)),
    ...(process.stderr.isTTY === true ? { rewrite } : {}),
    // To look at `process.stdin` would have reads of a pipe fail, in place of waiting for who writes.
    ...(isatty(0) && process.stdout.isTTY === true ? { nextLine } : {}),
  };
}

// In a pipeline the library always colours, and files of logs are no terminals: there, only who asks for it
// gets colours. It takes FORCE_COLOR=0 for a wish, which everybody else means as none.
function areColorsWanted(isTerminal: boolean): boolean {
  const forced = process.env['FORCE_COLOR'] ?? '';
  if (forced === '0' || forced === 'false') return false;
  return pc.isColorSupported && (isTerminal || forced !== '');
}

// As in `quorate run scenarios | head`: whoever read has seen enough, and that is no fault. Where a
// terminal was closed, a signal says what becomes of the command.
function leaveWhenNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code === 'EIO') return;
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error standard output: ${systemReason(error) ?? error.message}\n`);
  process.exit(exitCodes.environment);
}

/** Goes to the start of the line and clears it. */
const LINE_START = '\r\u001b[K';

function rewrite(line: string): void {
  process.stderr.write(LINE_START + line);
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
