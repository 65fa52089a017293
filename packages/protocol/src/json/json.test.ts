import { anyText, errorOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../decode-error.ts';
import { type JsonValue, stringifyJson } from './json.ts';
import { parseJson } from './json-reader.ts';

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The in-memory form of an integer: a number if a double can hold it, otherwise a bigint. */
function integer(value: bigint): JsonValue {
  return value <= SAFE && value >= -SAFE ? Number(value) : value;
}

function anyJson(): fc.Arbitrary<JsonValue> {
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      anyText(),
      fc.bigInt({ min: -(2n ** 250n), max: 2n ** 250n }).map(integer),
      fc.maxSafeInteger().map((value) => value + 0),
      fc.array(tie('tree')),
      fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('tree')),
    ),
  }));
  return tree;
}

/** Gives what a parser reads from a text, wrapped; undefined if it refuses the text. */
function readWith(parse: (text: string) => unknown, text: string): { value: unknown } | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

describe('parseJson', () => {
  it('reads what stringifyJson writes, digit for digit', () => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        expect(parseJson(stringifyJson(value))).toEqual(value);
      }),
    );
  });

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])(
    'is given null for %s, which JSON cannot say',
    (value) => {
      expect(stringifyJson([value])).toBe(JSON.stringify([value]));
    },
  );

  it('reads as JSON.parse does if no number is above 2^53', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\de[+-]?\d|-0\b|\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads nothing that JSON.parse refuses, and what it reads as JSON.parse does', () => {
    const characters = [...'{}[]",:\\/ \n\t0159.eE+-utrefalsn\u0001é\u{1f600}'];
    const anyTokens = fc.array(
      fc.oneof(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          ',',
          ':',
          '"a":',
          '\\"',
          '\\',
          '12',
          'null',
          'true',
        ),
        fc.constantFrom(...characters),
        fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value)),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyTokens, (tokens) => {
        const text = tokens.join('');
        fc.pre(!/-0|\d{16}/.test(text));
        const [ours, theirs] = [readWith(parseJson, text), readWith(JSON.parse, text)];
        if (theirs === undefined) expect(ours).toBeUndefined();
        else if (ours !== undefined) expect(ours).toEqual(theirs);
      }),
      { numRuns: 20_000 },
    );
  });

  it('refuses more values than it is told to build', () => {
    const text = '[1,{"a":[2,""]}]';
    expect(stringifyJson(parseJson(text, 6))).toBe(text);
    expect(errorOf(() => parseJson(text, 5))).toMatchObject({ code: 'InvalidJson' });
  });

  it('reads 64 levels of nesting, and no more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(nested(64))).toHaveLength(1);
    expect(errorOf(() => parseJson(nested(65)))).toMatchObject({ code: 'InvalidJson' });
    const objects = (depth: number) => '{"a":'.repeat(depth) + 0 + '}'.repeat(depth);
    expect(parseJson(`[${objects(63)},${objects(63)}]`)).toHaveLength(2);
    expect(errorOf(() => parseJson(objects(65)))).toMatchObject({ code: 'InvalidJson' });
  });

  it.each([
    ['"\\u00e9\\n\\"\\\\"', 'é\n"\\'],
    ['"\\\\"', '\\'],
    ['["\\\\",1]', ['\\', 1]],
  ])('reads the escapes of %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740992', 2n ** 53n],
    ['9007199254740993', 2n ** 53n + 1n],
    ['-9007199254740991', -(2 ** 53 - 1)],
    ['-9007199254740993', -(2n ** 53n) - 1n],
    ['1763712345678000001', 1763712345678000001n],
    ['0', 0],
    ['-0', 0],
    ['0.5', 0.5],
    ['1e-3', 0.001],
  ])('reads the literal %s exactly', (literal, value) => {
    expect(parseJson(literal)).toBe(value);
  });

  it.each(['1.0', '1e3', '1E0', '0.0', '-0.0', '1e400', '1e-400', '9007199254740993.0'])(
    'L8.2 refuses the integer %s that is not written as digits alone',
    (literal) => {
      expect(errorOf(() => parseJson(`{"nonce":${literal}}`))).toMatchObject({
        code: 'InvalidJson',
        path: 'body',
      });
    },
  );

  it.each([
    ['an integer of 100,000 digits', '9'.repeat(100_000)],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['100,000 open objects', '{"a":'.repeat(100_000)],
    ['a repeated key', '{"nonce":1,"nonce":2}'],
    ['a repeated key with the same value', '{"nonce":1,"nonce":1}'],
    ['a string without end', '"abc'],
    ['an escape without end', '"abc\\"'],
    ['an invalid escape', '"\\x"'],
    ['a repeated __proto__', '{"__proto__":1,"__proto__":2}'],
    ['nothing', ''],
    ['two values', '1 2'],
    ['a comma too many', '[1,]'],
    ['a leading zero', '01'],
    ['a leading plus', '+1'],
    ['NaN', 'NaN'],
    ['a byte order mark', '\uFEFF1'],
    ['a control character', '"\u0001"'],
    ['a comment', '1 // one'],
    ['single quotes', "'a'"],
  ])('refuses %s', (_, text) => {
    expect(errorOf(() => parseJson(text))).toMatchObject({ code: 'InvalidJson', path: 'body' });
  });

  it('keeps __proto__ as a key and leaves the prototype alone', () => {
    const value = parseJson('{"__proto__":{"sender":1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('answers any text with a value or a DecodeError', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.json()), (text) => {
        try {
          parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });
});
