/** How many digits the greatest number of 64 bits has. */
const DIGITS = 20;

/** Writes a number of 64 bits for a key, with so many digits that keys sort as the numbers do. */
export function padded(count: number | bigint): string {
  return String(count).padStart(DIGITS, '0');
}
