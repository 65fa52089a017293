/** Writes plain data as text that is equal for equal data, whose keys stand in one order; bigints among it. */
export function plainText(value: object): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  );
}
