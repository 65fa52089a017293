/**
 * Flips bits in a list of byte strings, taken as one.
 *
 * `hits` are the places, as parts of the length in bits, each from 0 to below 1; two hits on one bit
 * count once, so at least one bit flips. Shape: lowercase hex digits in pairs; the strings keep their
 * lengths.
 */
export function flipBits(parts: readonly string[], hits: readonly number[]): readonly string[] {
  const digits = parts.join('').split('');
  const bits = new Set(hits.map((hit) => Math.floor(hit * digits.length * 4)));
  for (const bit of bits) {
    const index = bit >> 2;
    const flipped = Number.parseInt(digits[index] ?? '0', 16) ^ (1 << (bit & 3));
    digits[index] = flipped.toString(16);
  }
  const whole = digits.join('');
  let start = 0;
  return parts.map(({ length }) => {
    start += length;
    return whole.slice(start - length, start);
  });
}
