const UNITS = [
  { name: 'h', nanos: 3_600_000_000_000n },
  { name: 'min', nanos: 60_000_000_000n },
  { name: 's', nanos: 1_000_000_000n },
  { name: 'ms', nanos: 1_000_000n },
  { name: 'us', nanos: 1_000n },
  { name: 'ns', nanos: 1n },
] as const;

type Unit = (typeof UNITS)[number];

/** The units that a duration may have, the smallest first. */
export const DURATION_UNITS: readonly string[] = UNITS.map(({ name }) => name).reverse();

const SHAPE = /^(?<whole>\d+)(?:\.(?<fraction>\d+))? ?(?<unit>[a-z]*)$/;

/** What is wrong with a duration. */
export type DurationErrorCode = 'Malformed' | 'MissingUnit' | 'TooFine' | 'Negative';

/** A duration cannot be read or written; `input` is what was given. */
export class DurationError extends Error {
  override readonly name = 'DurationError';
  readonly code: DurationErrorCode;
  readonly input: string;

  constructor(code: DurationErrorCode, input: string, expected: string) {
    super(`${code}: expected ${expected}, not "${input}"`);
    this.code = code;
    this.input = input;
  }
}

/**
 * Reads a duration such as "50 ms" or "1.5 s". Units: nanoseconds.
 *
 * Shape: decimal digits, optionally a fraction, optionally one space, then ns, us, ms, s, min or h.
 *
 * @throws DurationError `Malformed`; `MissingUnit` for a bare number; `TooFine` when the value is
 * not a whole number of nanoseconds
 */
export function parseDuration(text: string): bigint {
  const parts = SHAPE.exec(text)?.groups;
  const expected = `a number and a unit (${DURATION_UNITS.join(', ')}) such as "50 ms"`;
  if (parts === undefined) throw new DurationError('Malformed', text, expected);
  const { whole = '', fraction = '', unit: unitName } = parts;
  if (unitName === '') throw new DurationError('MissingUnit', text, expected);
  const unit = UNITS.find(({ name }) => name === unitName);
  if (unit === undefined) throw new DurationError('Malformed', text, expected);
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * unit.nanos;
  if (scaled % scale !== 0n) {
    throw new DurationError('TooFine', text, 'a whole number of nanoseconds');
  }
  return scaled / scale;
}

/**
 * Writes a duration so that `parseDuration` reads the same one back. It uses the largest unit not
 * above the duration, but minutes and hours only for whole numbers of them.
 *
 * @throws DurationError `Negative`
 */
export function formatDuration(nanos: bigint): string {
  if (nanos < 0n) throw new DurationError('Negative', `${nanos} ns`, 'at least 0 ns');
  const unit = UNITS.find((candidate) => suits(candidate, nanos));
  return unit === undefined ? '0 ns' : `${formatIn(unit, nanos)} ${unit.name}`;
}

function suits({ name, nanos: size }: Unit, nanos: bigint): boolean {
  const mustBeWhole = name === 'h' || name === 'min';
  return nanos >= size && (!mustBeWhole || nanos % size === 0n);
}

/**
 * Units below the minute are powers of ten, so the digits of the remainder are those of the
 * fraction.
 */
function formatIn({ nanos: size }: Unit, nanos: bigint): string {
  const rest = nanos % size;
  if (rest === 0n) return String(nanos / size);
  const digits = String(size).length - 1;
  return `${nanos / size}.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`;
}

/**
 * Reads a duration that may be negative, such as "-2 s". Units: nanoseconds.
 *
 * @throws DurationError as `parseDuration` does
 */
export function parseSignedDuration(text: string): bigint {
  return text.startsWith('-') ? -parseDuration(text.slice(1)) : parseDuration(text);
}

/**
 * Writes a duration that may be negative, so that `parseSignedDuration` reads the same one back.
 */
export function formatSignedDuration(nanos: bigint): string {
  return nanos < 0n ? `-${formatDuration(-nanos)}` : formatDuration(nanos);
}
