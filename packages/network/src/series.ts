/**
 * Functions whose results are the same to the last bit in every JavaScript engine. They use only
 * IEEE 754 addition, multiplication, division, square root and rounding, and never `Math.log` or
 * the like.
 */

/** Terms of the logarithm; the first one left out is under 2^-54 of the sum. */
const LOGARITHM_TERMS = 10;

/**
 * The reciprocals of the odd numbers, last term first: dividing would take longer than all the
 * rest.
 */
const LOGARITHM: readonly number[] = Array.from(
  { length: LOGARITHM_TERMS },
  (_, term) => 1 / (2 * (LOGARITHM_TERMS - 1 - term) + 1),
);

/**
 * Computes ln x for 0 < x <= 1 with a relative error under 5e-16.
 *
 * x = m * 2^-halvings with m near 1, and ln m = 2 atanh s = 2 (s + s^3/3 + s^5/5 + ...) for
 * s = (m - 1) / (m + 1), which stays below 0.172.
 */
export function naturalLog(x: number): number {
  let m = x;
  let halvings = 0;
  while (m < Math.SQRT1_2) {
    m *= 2;
    halvings += 1;
  }
  const s = (m - 1) / (m + 1);
  const square = s * s;
  let series = 0;
  for (const coefficient of LOGARITHM) series = series * square + coefficient;
  return 2 * s * series - halvings * Math.LN2;
}

/** Terms of the exponential; the first one left out is under 2^-54 for arguments up to ln 2 / 2. */
const EXPONENTIAL_TERMS = 15;

/** For larger arguments the result is infinite; for smaller ones than its negative, zero. */
const GREATEST_EXPONENT = 745;

/**
 * Computes e^x with a relative error under 1e-13 where |x| is at most 100.
 *
 * x = k ln 2 + r with |r| at most ln 2 / 2; then the series of e^r, doubled or halved |k| times.
 */
export function exponential(x: number): number {
  if (x > GREATEST_EXPONENT) return Number.POSITIVE_INFINITY;
  if (x < -GREATEST_EXPONENT) return 0;
  const k = Math.round(x / Math.LN2);
  const r = x - k * Math.LN2;
  let result = 1;
  for (let term = EXPONENTIAL_TERMS; term >= 1; term -= 1) result = 1 + (result * r) / term;
  const factor = k > 0 ? 2 : 0.5;
  for (let step = Math.abs(k); step > 0; step -= 1) result *= factor;
  return result;
}

/** Terms of the cosine; the first one left out is under 2^-53 for arguments up to pi. */
const COSINE_TERMS = 15;

/** Computes cos x for |x| at most pi, with an absolute error under 1e-14. */
export function cosine(x: number): number {
  const square = x * x;
  let series = 1;
  for (let term = COSINE_TERMS; term >= 1; term -= 1) {
    series = 1 - (series * square) / ((2 * term - 1) * (2 * term));
  }
  return series;
}
