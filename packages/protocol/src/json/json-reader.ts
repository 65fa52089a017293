import { DecodeError } from '../decode-error.ts';
import type { JsonValue } from './json.ts';

/** The deepest nesting of objects and arrays; nothing in the interfaces comes near it. */
const DEPTH_MAX = 64;

/**
 * The most digits of an integer: those of 2^256 - 1. Longer ones fit no field and are slow to read.
 */
const DIGITS_MAX = 78;

/** Matches what a string cannot simply be copied with: an escape, or a character that needs one. */
const NOT_PLAIN = /[^ -[\]-\uffff]/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INTEGER = /^-?\d+$/;

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Parses JSON text without losing a digit: `timestamp_nanos`, for one, is above 2^53.
 *
 * An integer is digits alone: `1.0` and `1e3` are refused (facts.md L8.2), so every integer has one
 * form.
 *
 * @throws DecodeError `InvalidJson` for text that is not JSON, repeats a key, holds a number that
 * no field has, is nested deeper than 64 levels, or has more than this many values.
 */
export function parseJson(text: string, valuesMax: number = Number.POSITIVE_INFINITY): JsonValue {
  return new JsonReader(text, valuesMax).read();
}

/**
 * Reads one JSON text: everything that `JSON.parse` reads, except what `parseJson` refuses in
 * addition.
 *
 * It is written by hand because `JSON.parse` loses digits, and a workaround costs as much time as
 * checking the transaction in the text.
 */
class JsonReader {
  readonly #text: string;
  readonly #valuesMax: number;
  #values = 0;
  #at = 0;
  #depth = 0;

  constructor(text: string, valuesMax: number) {
    this.#text = text;
    this.#valuesMax = valuesMax;
  }

  /** @throws DecodeError `InvalidJson` */
  read(): JsonValue {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): JsonValue {
    this.#values += 1;
    if (this.#values > this.#valuesMax) throw invalid(`at most ${this.#valuesMax} values`);
    switch (this.#skipSpace()) {
      case QUOTE:
        return this.#string();
      case OPEN_OBJECT:
        return this.#object();
      case OPEN_ARRAY:
        return this.#array();
      default:
        return this.#number() ?? this.#word();
    }
  }

  #object(): JsonValue {
    this.#open();
    const object: Record<string, JsonValue> = {};
    if (this.#skipSpace() === CLOSE_OBJECT) return this.#close(object);
    for (;;) {
      if (this.#skipSpace() !== QUOTE) throw this.#unexpected();
      const key = this.#string();
      if (Object.hasOwn(object, key))
        throw invalid(`unique keys, got ${JSON.stringify(key)} twice`);
      if (this.#skipSpace() !== COLON) throw this.#unexpected();
      this.#at += 1;
      put(object, key, this.#value());
      if (this.#skipSpace() === CLOSE_OBJECT) return this.#close(object);
      this.#comma();
    }
  }

  #array(): JsonValue {
    this.#open();
    const items: JsonValue[] = [];
    if (this.#skipSpace() === CLOSE_ARRAY) return this.#close(items);
    for (;;) {
      items.push(this.#value());
      if (this.#skipSpace() === CLOSE_ARRAY) return this.#close(items);
      this.#comma();
    }
  }

  #open(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw invalid(`nothing deeper than ${DEPTH_MAX} levels`);
  }

  #close<T>(value: T): T {
    this.#at += 1;
    this.#depth -= 1;
    return value;
  }

  #comma(): void {
    if (this.#text.charCodeAt(this.#at) !== COMMA) throw this.#unexpected();
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    const plain = this.#text.slice(start + 1, end);
    if (end >= 0 && !NOT_PLAIN.test(plain)) {
      this.#at = end + 1;
      return plain;
    }
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw invalid('every string closed');
    this.#at = end + 1;
    return unescaped(this.#text.slice(start, end + 1));
  }

  #isEscaped(at: number): boolean {
    let before = at - 1;
    while (this.#text.charCodeAt(before) === BACKSLASH) before -= 1;
    return (at - before) % 2 === 0;
  }

  #number(): number | bigint | undefined {
    return this.#shortNumber() ?? this.#anyNumber();
  }

  // The fast path: most numbers are bytes of an address or a signature.
  #shortNumber(): number | undefined {
    const first = this.#digit(0);
    if (first === undefined) return undefined;
    let value = first;
    let length = 1;
    for (let digit = this.#digit(1); digit !== undefined; digit = this.#digit(length)) {
      value = 10 * value + digit;
      length += 1;
      if (length > 3 || value < 10) return undefined;
    }
    const next = this.#text.charCodeAt(this.#at + length);
    if (next !== COMMA && next !== CLOSE_ARRAY && next !== CLOSE_OBJECT) return undefined;
    this.#at += length;
    return value;
  }

  #digit(offset: number): number | undefined {
    const code = this.#text.charCodeAt(this.#at + offset);
    return code >= ZERO && code <= NINE ? code - ZERO : undefined;
  }

  #anyNumber(): number | bigint | undefined {
    NUMBER.lastIndex = this.#at;
    const literal = NUMBER.exec(this.#text)?.[0];
    if (literal === undefined) return undefined;
    this.#at += literal.length;
    return numberOf(literal);
  }

  #word(): JsonValue {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    throw this.#unexpected();
  }

  /** Skips white space and gives the code of the next character; NaN at the end of the text. */
  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return code;
      this.#at += 1;
    }
  }

  #unexpected(): DecodeError {
    const found = this.#text.charAt(this.#at);
    const what = found === '' ? 'the end of the text' : JSON.stringify(found);
    return new DecodeError('InvalidJson', 'body', `JSON, got ${what} at offset ${this.#at}`);
  }
}

const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

// An assignment to this one key would set the prototype instead.
function put(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else {
    const property = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, key, property);
  }
}

function unescaped(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch (cause) {
    throw new DecodeError('InvalidJson', 'body', `JSON (${String(cause)})`, { cause });
  }
}

function numberOf(literal: string): number | bigint {
  const number = Number(literal);
  if (INTEGER.test(literal)) return integerOf(literal, number);
  if (Number.isFinite(number) && !Number.isInteger(number)) return number;
  throw invalid('integers written in digits alone');
}

function integerOf(literal: string, number: number): number | bigint {
  // Adding zero turns -0 into 0, so that there is one zero.
  if (Number.isSafeInteger(number)) return number + 0;
  if (literal.length <= DIGITS_MAX) return BigInt(literal);
  throw invalid(`integers of at most ${DIGITS_MAX} digits`);
}

function invalid(expected: string): DecodeError {
  return new DecodeError('InvalidJson', 'body', `JSON with ${expected}`);
}
