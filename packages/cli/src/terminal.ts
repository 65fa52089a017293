import pc from 'picocolors';

/** Turn text into coloured text, or leave it alone. */
export type Colors = ReturnType<typeof pc.createColors>;

/** Say where a command writes. */
export interface Terminal {
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
  readonly colors: Colors;
}

/** Write to the streams of this process; colours only for people who want them. */
export function processTerminal(): Terminal {
  const isWanted = process.stdout.isTTY === true && pc.isColorSupported;
  process.stdout.on('error', leaveWhenNobodyReads);
  return {
    print: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    colors: pc.createColors(isWanted),
  };
}

// As in `quorate run scenarios | head`: whoever read has seen enough, and that is no fault.
function leaveWhenNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
