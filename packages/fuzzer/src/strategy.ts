/**
 * Say how a search chooses what to run next.
 *
 * `random` generates every run anew; `pct` does so and has it scheduled by priorities that change at
 * `depth` - 1 points; `coverage` changes runs that showed something rare, three times out of four;
 * `mix` takes turns at all three.
 */
export type Strategy =
  | { readonly kind: 'random' | 'coverage' | 'mix' }
  | { readonly kind: 'pct'; readonly depth: number };

/** How deep a `mix` looks with priorities. */
export const MIXED_DEPTH = 3;

/** Read a strategy as it is written: `random`, `pct:3`, `coverage` or `mix`; undefined for others. */
export function parseStrategy(text: string): Strategy | undefined {
  if (text === 'random' || text === 'coverage' || text === 'mix') return { kind: text };
  const [, digits] = /^pct:([1-9]\d?)$/.exec(text) ?? [];
  return digits === undefined ? undefined : { kind: 'pct', depth: Number(digits) };
}

/** Write a strategy as `parseStrategy` reads it. */
export function strategyText(strategy: Strategy): string {
  return strategy.kind === 'pct' ? `pct:${strategy.depth}` : strategy.kind;
}
