/**
 * The most texts remembered; beyond that, all are forgotten. Anybody can name any account, so there
 * must be a bound.
 */
const TEXTS_MAX = 65_536;

/**
 * Remembers keys made of two texts. Joining and hashing a key costs more than everything else done
 * with a small record.
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

/**
 * Remembers, for each name, the last key made of it and a count: all validators of a process ask
 * for the same key one after the other, and then for the next.
 */
export function rememberLatest<A extends string>(
  join: (name: A, count: bigint) => string,
): (name: A, count: bigint) => string {
  const latest = new Map<A, { count: bigint; text: string }>();
  return (name, count) => {
    const known = latest.get(name);
    if (known?.count === count) return known.text;
    const text = join(name, count);
    if (known !== undefined) {
      known.count = count;
      known.text = text;
      return text;
    }
    if (latest.size >= TEXTS_MAX) latest.clear();
    latest.set(name, { count, text });
    return text;
  };
}
