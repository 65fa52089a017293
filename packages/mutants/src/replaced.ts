/** The part of a table of functions, and of the tables in it, that is replaced. */
export type Replacement<T> = T extends (...given: never) => unknown
  ? T
  : { readonly [K in keyof T]?: Replacement<T[K]> };

/** Gives a table with some entries replaced; the others stay the same functions. */
export function replaced<T extends object>(table: T, wrong: Replacement<NoInfer<T>>): T {
  const entries = Object.entries(wrong).map(([key, entry]): readonly [string, unknown] => {
    const right: unknown = table[key as keyof T];
    return [key, typeof right === 'object' && right !== null ? replaced(right, entry) : entry];
  });
  return { ...table, ...Object.fromEntries(entries) };
}
