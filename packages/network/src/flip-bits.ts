/**
 * Flips bits in a list of byte strings, as if they were one string.
 *
 * `hits` are positions as fractions of the total length in bits, from 0 to below 1. Two hits on one
 * bit count once, so at least one bit flips. Shape: pairs of lowercase hex digits; the strings keep
 * their lengths.
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
