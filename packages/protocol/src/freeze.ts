/**
 * Freezes plain data deeply, and returns it.
 *
 * Byte arrays stay as they are, because the language cannot freeze a typed array.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const key in value) deepFreeze(value[key]);
  return Object.freeze(value);
}
