import { errorOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../hex.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';
import { AMOUNT_MAX } from '../primitives.ts';
import { type Codec, decodeBytes, encodeBytes } from './codec.ts';
import { AMOUNT, U8, U16, U32, U64, U128 } from './integer-codecs.ts';

function read<T>(codec: Codec<T>, json: JsonValue, dialect: JsonDialect = 'rest'): T {
  return codec.fromJson(json, dialect, 'field');
}

describe.each([
  ['U8', U8, 8],
  ['U16', U16, 16],
  ['U32', U32, 32],
] as const)('%s', (_, codec, bits) => {
  const max = 2 ** bits - 1;

  it('reads minus zero, which JSON has as well, as zero', () => {
    expect(read(codec, -0)).toBe(0);
  });

  it('is little-endian in BCS and a number in JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max }), (value) => {
        const bytes = encodeBytes(codec, value);
        expect(bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)).toBe(value);
        expect(bytes).toHaveLength(bits / 8);
        expect(decodeBytes(codec, bytes, 'value')).toBe(value);
        expect(read(codec, codec.toJson(value, 'rest'))).toBe(value);
      }),
    );
  });

  it.each([-1, max + 1, 2n ** 64n, -(2n ** 64n)])('refuses %s in JSON as out of range', (json) => {
    expect(errorOf(() => read(codec, json))).toMatchObject({ code: 'OutOfRange', path: 'field' });
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, true, [], {}])(
    'refuses %s in JSON as no integer',
    (json) => {
      expect(errorOf(() => read(codec, json))).toMatchObject({ code: 'UnexpectedType' });
    },
  );

  it.each([-1, max + 1, 0.5, Number.NaN])('refuses to write %s', (value) => {
    expect(errorOf(() => encodeBytes(codec, value))).toMatchObject({
      name: 'DecodeError',
      code: 'OutOfRange',
    });
  });
});

describe.each([
  ['U64', U64, 64n],
  ['U128', U128, 128n],
] as const)('%s', (_, codec, bits) => {
  const limit = 2n ** bits;

  it('is little-endian in BCS', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: limit - 1n }), (value) => {
        const bytes = encodeBytes(codec, value);
        expect(BigInt(`0x${bytesToHex(bytes.toReversed())}`)).toBe(value);
        expect(bytes).toHaveLength(Number(bits / 8n));
        expect(decodeBytes(codec, bytes, 'value')).toBe(value);
      }),
    );
  });

  it.each([
    [0, 0n],
    [2 ** 53 - 1, 2n ** 53n - 1n],
    [2n ** 53n, 2n ** 53n],
    ['9007199254740993', 2n ** 53n + 1n],
    ['007', 7n],
    [limit - 1n, limit - 1n],
    [`${limit - 1n}`, limit - 1n],
  ])('reads %s', (json, value) => {
    expect(read(codec, json)).toBe(value);
  });

  it('writes a number if a double can hold it, and a bigint above', () => {
    expect(codec.toJson(2n ** 53n - 1n, 'rest')).toBe(2 ** 53 - 1);
    expect(codec.toJson(2n ** 53n, 'rest')).toBe(2n ** 53n);
  });

  it.each([-1, -1n, limit, `${limit}`])('refuses %s as out of range', (json) => {
    expect(errorOf(() => read(codec, json))).toMatchObject({ code: 'OutOfRange', path: 'field' });
  });

  it.each([2 ** 53, 1.5, Number.NaN, '', '-1', '+1', '0x1', '1e3', ' 1', '1\n', '9'.repeat(40)])(
    'refuses %s, which is no exact integer',
    (json) => {
      expect(errorOf(() => read(codec, json))).toMatchObject({ code: 'UnexpectedType' });
    },
  );

  it.each([-1n, limit])('refuses to write %s', (value) => {
    expect(errorOf(() => encodeBytes(codec, value))).toMatchObject({ code: 'OutOfRange' });
  });
});

describe('AMOUNT', () => {
  it('is 32 bytes, little-endian', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: AMOUNT_MAX }), (value) => {
        const bytes = encodeBytes(AMOUNT, value);
        expect(BigInt(`0x${bytesToHex(bytes.toReversed())}`)).toBe(value);
        expect(bytes).toHaveLength(32);
      }),
    );
  });

  it.each([
    ['rpc', '2710', 10_000n],
    ['rpc', '0x2710', 10_000n],
    ['rpc', 'FF', 255n],
    ['rpc', '10', 16n],
    ['rest', '10', 10n],
    ['rest-certificate', '10', 10n],
    ['rest', `${AMOUNT_MAX}`, AMOUNT_MAX],
    ['rpc', 'f'.repeat(64), AMOUNT_MAX],
    ['rpc', `00${'f'.repeat(64)}`, AMOUNT_MAX],
  ] as const)('reads %s %s', (dialect, json, value) => {
    expect(read(AMOUNT, json, dialect)).toBe(value);
  });

  it.each([
    ['rest', `${AMOUNT_MAX + 1n}`],
    ['rpc', `1${'0'.repeat(64)}`],
  ] as const)('refuses 2^256 in %s as out of range', (dialect, json) => {
    expect(errorOf(() => read(AMOUNT, json, dialect))).toMatchObject({ code: 'OutOfRange' });
  });

  it('asks for the form that it takes', () => {
    const { message } = errorOf(() => read(AMOUNT, 'zz', 'rpc')) as Error;
    expect(message).toContain('hex digits, with or without 0x');
  });

  it.each([
    ['rest', 10],
    ['rest', 10n],
    ['rest', 'ff'],
    ['rest', '0x10'],
    ['rest', '1.0'],
    ['rest', '-1'],
    ['rest', ''],
    ['rest', '0'.repeat(81)],
    ['rpc', 10],
    ['rpc', '0x'],
    ['rpc', '-1f4'],
    ['rpc', '1g'],
    ['rpc', '0'.repeat(81)],
  ] as const)('refuses %s %s', (dialect, json) => {
    expect(errorOf(() => read(AMOUNT, json, dialect))).toMatchObject({
      code: 'UnexpectedType',
      path: 'field',
    });
  });
});
