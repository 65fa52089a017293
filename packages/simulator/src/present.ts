/** Keeps the keys of a mapping that have a value. */
export function present<T extends object>(keys: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(keys).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
