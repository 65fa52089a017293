/**
 * How a search chooses the next run.
 *
 * Every run is generated anew. `random` keeps the schedule that was drawn. `pct` schedules events
 * by priorities that change at `depth` - 1 points.
 */
export type Strategy =
  | { readonly kind: 'random' }
  | { readonly kind: 'pct'; readonly depth: number };

/** Reads a strategy: `random`, or for example `pct:3`; undefined for other text. */
export function parseStrategy(text: string): Strategy | undefined {
  if (text === 'random') return { kind: text };
  const [, digits] = /^pct:([1-9]\d?)$/.exec(text) ?? [];
  return digits === undefined ? undefined : { kind: 'pct', depth: Number(digits) };
}

/** Writes a strategy so that `parseStrategy` reads it. */
export function strategyText(strategy: Strategy): string {
  return strategy.kind === 'pct' ? `pct:${strategy.depth}` : strategy.kind;
}
