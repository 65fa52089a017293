/** The most validators that the committee of epoch 0 may have. */
export const MAX_VALIDATORS = 100;

/** The most validators that may start without a seat. */
export const MAX_CANDIDATES = 100;

/** The most proxies of a scenario. */
export const MAX_PROXIES = 10;

/** Names the nodes of a cluster of this size, clients apart; accepts values of any shape. */
export function nodeNames(
  size: unknown,
  proxies: unknown = 1,
  candidates: unknown = 0,
): {
  readonly validators: readonly string[];
  readonly candidates: readonly string[];
  readonly proxies: readonly string[];
} {
  const validators = countIn(size, MAX_VALIDATORS);
  const all = numbered('v', validators + countIn(candidates, MAX_CANDIDATES));
  return {
    validators: all.slice(0, validators),
    candidates: all.slice(validators),
    proxies: numbered('p', countIn(proxies, MAX_PROXIES)),
  };
}

function countIn(size: unknown, most: number): number {
  const isCount = typeof size === 'number' && Number.isInteger(size);
  return isCount ? Math.min(Math.max(size, 0), most) : 0;
}

/** Names nodes of one role: v1, v2, and so on. */
export function numbered(letter: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}
