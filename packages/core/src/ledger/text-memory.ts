/** How many texts are kept; beyond that all are forgotten, because anybody may name any account. */
const TEXTS_MAX = 65_536;

/**
 * Remembers the texts that two others make: to join them and to hash the result again and again is
 * dearer than all that is done with a small record.
 */
export function rememberTexts<A extends string, B extends string>(
  join: (a: A, b: B) => string,
): (a: A, b: B) => string {
  const texts = new Map<A, Map<B, string>>();
  let count = 0;
  return (a, b) => {
    const known = texts.get(a)?.get(b);
    if (known !== undefined) return known;
    if (count >= TEXTS_MAX) {
      texts.clear();
      count = 0;
    }
    const text = join(a, b);
    count += 1;
    texts.set(a, (texts.get(a) ?? new Map<B, string>()).set(b, text));
    return text;
  };
}
