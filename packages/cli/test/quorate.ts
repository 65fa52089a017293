import { main } from '../src/main.ts';
import { plainColors, type Terminal } from '../src/output/terminal.ts';

/** What a command has written to standard output and standard error. */
export interface Written {
  out: string;
  err: string;
}

/** Gives a terminal without colours, and what is written to it as it is written. */
export function writtenTerminal(): { readonly terminal: Terminal; readonly written: Written } {
  const written: Written = { out: '', err: '' };
  const terminal: Terminal = {
    print: (text) => {
      written.out += text;
    },
    complain: (text) => {
      written.err += text;
    },
    colors: plainColors,
  };
  return { terminal, written };
}

/** Runs a command line in this process, and gives its exit code and what it has written. */
export async function quorate(...args: readonly string[]) {
  const { terminal, written } = writtenTerminal();
  const code = await main(args, terminal);
  return { code, ...written };
}
