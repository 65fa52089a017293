/**
 * Say how a search chooses what to run next.
 *
 * Every run is generated anew; `pct` has it scheduled by priorities that change at `depth` - 1 points,
 * `random` as was drawn for it.
 */
export type Strategy =
  | { readonly kind: 'random' }
  | { readonly kind: 'pct'; readonly depth: number };

/** Read a strategy as it is written: `random` or `pct:3`; undefined for others. */
export function parseStrategy(text: string): Strategy | undefined {
  if (text === 'random') return { kind: text };
  const [, digits] = /^pct:([1-9]\d?)$/.exec(text) ?? [];
  return digits === undefined ? undefined : { kind: 'pct', depth: Number(digits) };
}

/** Write a strategy as `parseStrategy` reads it. */
export function strategyText(strategy: Strategy): string {
  return strategy.kind === 'pct' ? `pct:${strategy.depth}` : strategy.kind;
}
