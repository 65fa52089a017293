/**
 * Writes plain data, which may contain bigints, as text that is equal for equal data with equally
 * ordered keys.
 */
export function plainText(value: object): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  );
}
