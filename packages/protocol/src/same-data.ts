/**
 * Tells whether two pieces of plain data are equal, whatever the order of keys. A key whose value
 * is undefined counts as absent.
 */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  return (
    Object.keys(one).every((key) => isSameData(one[key], other[key])) &&
    Object.keys(other).every((key) => other[key] === undefined || one[key] !== undefined)
  );
}

/** Tells whether a value has fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
