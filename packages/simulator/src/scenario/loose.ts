/** Read one key of a value that may not be a mapping. */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** Read one key as a list; anything else is an empty one. */
export function items(value: unknown, key: string): readonly unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

/** Tell a mapping from a list and from whatever holds nothing. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** List the keys of a value that may not be a mapping. */
export function keys(value: unknown): readonly string[] {
  return isMapping(value) ? Object.keys(value) : [];
}

/** Read one key as text; anything else is undefined. */
export function text(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}
