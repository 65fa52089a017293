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
  return {
    print: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    colors: pc.createColors(isWanted),
  };
}
