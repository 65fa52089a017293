/**
 * Lets `JSON.stringify` write an object that has bigints, as decimal text: it would throw otherwise.
 * For everybody else the object stays as it is, since what is added is not enumerable.
 */
export function inJson<T extends object>(value: T): T {
  const toJSON = (): object =>
    Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        typeof each === 'bigint' ? `${each}` : each,
      ]),
    );
  return Object.defineProperty(value, 'toJSON', { value: toJSON });
}
