import { type JsonObject, stringifyJson } from '@quorate/protocol';
import type { Terminal } from '../output/terminal.ts';
import { labelWidth, type Pair } from '../report/pairs.ts';
import { printable } from './printable.ts';

/** The output of a command: rows of a name and a value for people, and data for programs. */
export interface Statement {
  /** Names may repeat: names of tokens, for example, are not unique. */
  readonly rows: readonly Pair[];
  readonly data: JsonObject;
}

/** Prints rows for people, or data as one JSON object for programs. */
export function state(terminal: Terminal, { rows, data }: Statement, json?: true): void {
  if (json === true) {
    terminal.print(`${stringifyJson(data)}\n`);
    return;
  }
  const lines = rows.map(([name, value]) => [printable(name), printable(value)] as const);
  const width = labelWidth(lines);
  for (const [name, value] of lines) {
    terminal.print(`${terminal.colors.dim(name.padEnd(width))}  ${value}\n`);
  }
}
