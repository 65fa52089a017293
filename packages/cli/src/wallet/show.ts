import type { Terminal } from '../terminal.ts';

/** Print rows of a name and a value, or the same as one JSON object. */
export function show(
  terminal: Terminal,
  rows: Readonly<Record<string, string>>,
  json?: true,
): void {
  if (json === true) {
    terminal.print(`${JSON.stringify(rows)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  for (const [name, value] of Object.entries(rows)) {
    terminal.print(`${terminal.colors.dim(name.padEnd(width))}  ${value}\n`);
  }
}
