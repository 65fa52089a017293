import { DurationError, parseDuration } from '@quorate/network';

/** A limit on text that a pattern cannot express. */
export interface TextFormat {
  /** What an error says was expected. */
  readonly expected: string;
  readonly accepts: (text: string) => boolean;
}

/** The formats that the schema names; text that fails its pattern fails its format too. */
export const formats: Readonly<Record<string, TextFormat>> = {
  'quorate-duration': {
    expected: 'whole nanoseconds, at most 104 days',
    accepts: (text) => nanosOf(text) <= BigInt(Number.MAX_SAFE_INTEGER),
  },
  'quorate-signed-duration': {
    expected: 'whole nanoseconds, at most 104 days either way',
    accepts: (text) => nanosOf(text.replace(/^-/, '')) <= BigInt(Number.MAX_SAFE_INTEGER),
  },
  'quorate-uint64': { expected: 'a number below 2^64', accepts: (text) => isBelow(text, 64n) },
  'quorate-uint256': { expected: 'a number below 2^256', accepts: (text) => isBelow(text, 256n) },
  'quorate-signed-uint256': {
    expected: 'a number below 2^256 either way',
    accepts: (text) => isBelow(text.replace(/^-/, ''), 256n),
  },
  'quorate-bytes32': {
    expected: 'text of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs',
    accepts: (text) =>
      text.startsWith('0x') ? /^0x([0-9a-fA-F]{2}){0,32}$/.test(text) : bytesIn(text) <= 32,
  },
  'quorate-fee': {
    expected: 'an amount below 2^256, or at most 100 %',
    accepts: (text) => (text.endsWith('%') ? Number.parseFloat(text) <= 100 : isBelow(text, 256n)),
  },
};

/** For each format, the test whether a text has it. */
export const accepted: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  Object.entries(formats).map(([name, { accepts }]) => [name, accepts]),
);

/** Reads a duration; text that is no duration counts as longer than any limit. */
function nanosOf(text: string): bigint {
  try {
    return parseDuration(text);
  } catch (error) {
    if (error instanceof DurationError) return BigInt(Number.MAX_SAFE_INTEGER) + 1n;
    throw error;
  }
}

function isBelow(text: string, bits: bigint): boolean {
  return /^(0x[0-9a-fA-F]+|[0-9]+)$/.test(text) && BigInt(text) < 2n ** bits;
}

function bytesIn(text: string): number {
  return new TextEncoder().encode(text).length;
}
