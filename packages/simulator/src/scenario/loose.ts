/** Reads one key of a value that may not be a mapping. */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** Reads one key as a list; anything else counts as an empty list. */
export function items(value: unknown, key: string): readonly unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

/** Tells a mapping from a list and from values without keys. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the keys of a value; a value that is no mapping has none. */
export function keys(value: unknown): readonly string[] {
  return isMapping(value) ? Object.keys(value) : [];
}

/** Reads one key as text; anything else counts as undefined. */
export function text(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** Tells whether a key belongs to the author of the file and is ignored. */
export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}
