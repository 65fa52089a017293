/** What a number, a key or an empty object counts. */
const WORD = 8;

/** Gives roughly how many bytes a value takes in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return WORD + value.length;
  if (value instanceof Uint8Array) return WORD + value.length;
  if (value instanceof Map) return sizeOf([...value]);
  if (typeof value !== 'object' || value === null) return WORD;
  return Object.values(value).reduce((sum: number, each) => sum + WORD + sizeOf(each), WORD);
}
