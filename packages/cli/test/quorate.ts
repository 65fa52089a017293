import { expect } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
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

/** Gives what runs commands of `quorate devnet` on a running one whose token is `sesame`. */
export function commandsOf(devnet: () => { readonly rest: string }) {
  const call = (...args: readonly string[]) =>
    quorate('devnet', ...args, '--url', devnet().rest, '--token', 'sesame');
  /** Runs one that has to pass, and gives what it prints. */
  const said = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await call(...args);
    expect([code, err]).toEqual([exitCodes.passed, '']);
    return out;
  };
  return { call, said };
}
