/** A label and what stands beside it. */
export type Pair = readonly [label: string, text: string];

/** Give the columns that the longest of these labels takes. */
export function labelWidth(pairs: readonly Pair[]): number {
  return Math.max(0, ...pairs.map(([label]) => label.length));
}

/** Lay out labels and texts in two columns, indented by two, a line each. */
export function renderPairs(pairs: readonly Pair[], width: number): string {
  return pairs.map(([label, text]) => `  ${label.padEnd(width)}  ${text}\n`).join('');
}
