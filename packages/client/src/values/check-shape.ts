import { DecodeError, type DecodeErrorCode, NETWORK_IDS } from '@quorate/protocol';

/**
 * Checks that a caller's value has the form of its type, because callers without TypeScript may
 * pass anything. An error calls it `path`.
 *
 * @throws DecodeError
 */
export type Check = (value: unknown, path: string) => void;

/** Throws unless a condition holds. */
function expectThat(
  holds: boolean,
  code: DecodeErrorCode,
  { value, path, expected }: { value: unknown; path: string; expected: string },
): void {
  if (!holds) throw new DecodeError(code, path, `${expected}; got ${shown(value)}`);
}

/** The most characters of a value that an error shows. */
const SHOWN_MAX = 80;

function shown(value: unknown): string {
  if (typeof value === 'bigint') return shortened(`${value}n`);
  if (typeof value === 'string') return shortened(JSON.stringify(value));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Checks for a bigint of so many bits. */
export function unsigned(bits: bigint): Check {
  const expected = `a bigint from 0 to 2^${bits} - 1`;
  return (value, path) => {
    const isBigint = typeof value === 'bigint';
    expectThat(isBigint, 'UnexpectedType', { value, path, expected });
    expectThat(isBigint && value >= 0n && value < 1n << bits, 'OutOfRange', {
      value,
      path,
      expected,
    });
  };
}

/** Checks for a whole number within bounds. */
export function whole(least: number, greatest: number): Check {
  const expected = `a whole number from ${least} to ${greatest}`;
  return (value, path) => {
    expectThat(typeof value === 'number', 'UnexpectedType', { value, path, expected });
    const isWithin = Number(value) >= least && Number(value) <= greatest;
    expectThat(Number.isInteger(value) && isWithin, 'OutOfRange', { value, path, expected });
  };
}

/** Checks for text. */
export const text: Check = (value, path) =>
  expectThat(typeof value === 'string', 'UnexpectedType', { value, path, expected: 'text' });

/** Checks for the hex digits of so many bytes. */
export function hexOf(bytes: number, note = ''): Check {
  const expected = `${2 * bytes} hex digits${note}`;
  const form = new RegExp(`^[0-9a-f]{${2 * bytes}}$`, 'i');
  return (value, path) => {
    const isHex = typeof value === 'string' && form.test(value);
    expectThat(isHex, 'InvalidHex', { value, path, expected });
  };
}

/** Checks for hex digits of any number of bytes. */
export const hexBytes: Check = (value, path) => {
  const isHex = typeof value === 'string' && /^(?:[0-9a-f]{2})*$/i.test(value);
  expectThat(isHex, 'InvalidHex', { value, path, expected: 'two hex digits for each byte' });
};

/** Checks for an id, a state key or a state. */
export const bytes32: Check = hexOf(32);
/** Checks for an address in the form of the type `Address`. */
export const address: Check = hexOf(32, ', as parseAddress gives for fast1…');

/** Checks for a value or null. */
export function orNull(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path);
  };
}

/** Checks for a value that may be left out. */
export function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path);
  };
}

/** Checks for one of several texts. */
export function oneOf(...texts: readonly string[]): Check {
  const expected = `one of ${texts.join(', ')}`;
  return (value, path) => {
    const isOne = typeof value === 'string' && texts.includes(value);
    expectThat(isOne, 'UnknownVariant', { value, path, expected });
  };
}

/** Checks for the id of a network: bytes with another one could be written but not read back. */
export const networkId: Check = (value, path) => {
  const isKnown = NETWORK_IDS.some((id) => id === value);
  expectThat(isKnown, 'OutOfRange', { value, path, expected: `one of ${NETWORK_IDS.join(', ')}` });
};

/** Checks for a list, and each of its items. */
export function listOf(check: Check): Check {
  return (value, path) => {
    expectThat(Array.isArray(value), 'UnexpectedType', { value, path, expected: 'a list' });
    for (const [index, item] of (value as unknown[]).entries()) check(item, `${path}[${index}]`);
  };
}

/** Checks for an object with these fields; other fields are ignored. */
export function fields(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const isObject = typeof value === 'object' && value !== null;
    expectThat(isObject, 'UnexpectedType', { value, path, expected: 'an object' });
    for (const [name, check] of Object.entries(checks)) {
      check((value as Record<string, unknown>)[name], `${path}.${name}`);
    }
  };
}

/** Checks for an object of any content. */
export const object = fields({});

/**
 * Checks for an object with these methods. The value is not shown, because it may be a misplaced
 * secret.
 */
export function able(expected: string, ...methods: readonly string[]): Check {
  return (value, path) => {
    const given = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (methods.every((name) => typeof given[name] === 'function')) return;
    throw new DecodeError('UnexpectedType', path, `${expected}; got ${kindOf(value)}`);
  };
}

function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'text' : shown(value);
}

/** Checks an object according to its `kind`. */
export function byKind(kinds: Readonly<Record<string, Check>>): Check {
  const check = fields({ kind: oneOf(...Object.keys(kinds)) });
  return (value, path) => {
    check(value, path);
    kinds[(value as { readonly kind: string }).kind]?.(value, path);
  };
}
