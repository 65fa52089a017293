import Table from 'cli-table3';
import type { Colors } from '../output/terminal.ts';

const BORDERS = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
] as const;

/** One column of a table. */
export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Lays out rows in columns two spaces apart, without borders, indented by two. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  colors: Colors,
): string {
  const table = new Table({
    head: columns.map(({ title }) => colors.dim(title)),
    colAligns: columns.map(({ align }) => align),
    chars: { ...Object.fromEntries(BORDERS.map((name) => [name, ''])), middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => `  ${line.trimEnd()}\n`)
    .join('');
}
