import { anyText, errorOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBytes, encodeBytes } from './codec.ts';
import { BOOLEAN, NETWORK_ID, TEXT } from './scalar-codecs.ts';

describe('TEXT', () => {
  it('is UTF-8 after its length, byte order mark and all', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const bytes = encodeBytes(TEXT, text);
        const utf8 = Buffer.from(text, 'utf8');
        expect(Buffer.from(bytes).subarray(-utf8.length || bytes.length)).toEqual(utf8);
        expect(decodeBytes(TEXT, bytes, 'text')).toBe(text);
        expect(TEXT.fromJson(TEXT.toJson(text, 'rest'), 'rest', 'text')).toBe(text);
      }),
    );
  });

  it.each(['\ud800', 'a\udfff', '\udc00\ud800'])('refuses half of a surrogate pair', (text) => {
    expect(errorOf(() => TEXT.fromJson(text, 'rest', 'field.token_name'))).toMatchObject({
      code: 'OutOfRange',
      path: 'field.token_name',
    });
    expect(errorOf(() => encodeBytes(TEXT, text))).toMatchObject({
      name: 'DecodeError',
      code: 'OutOfRange',
    });
  });

  it.each([
    ['a byte that starts nothing', [0xff]],
    ['an overlong zero', [0xc0, 0x80]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a sequence cut short', [0xe2, 0x82]],
    ['more than Unicode has', [0xf4, 0x90, 0x80, 0x80]],
  ])('V1 refuses %s', (_, utf8) => {
    const bytes = Uint8Array.of(utf8.length, ...utf8);
    expect(errorOf(() => decodeBytes(TEXT, bytes, 'text'))).toMatchObject({
      code: 'InvalidBytes',
      path: 'text',
    });
  });
});

describe('NETWORK_ID', () => {
  it.each(['', 'fast:', 'fast:localnet2', 'FAST:LOCALNET', '__proto__', 'x'.repeat(1 << 20)])(
    'refuses a network that clients do not know',
    (text) => {
      const errors = [
        errorOf(() => NETWORK_ID.fromJson(text, 'rest', 'network_id')),
        errorOf(() => decodeBytes(NETWORK_ID, encodeBytes(TEXT, text), 'transaction')),
      ];
      for (const error of errors) {
        expect(error).toMatchObject({ code: 'OutOfRange', path: 'network_id' });
        expect((error as Error).message.length).toBeLessThan(200);
      }
    },
  );
});

describe('BOOLEAN', () => {
  it.each([0, 1, 'true', null, []])('refuses %j for a truth value', (json) => {
    expect(errorOf(() => BOOLEAN.fromJson(json, 'rest', 'archival'))).toMatchObject({
      code: 'UnexpectedType',
      path: 'archival',
    });
  });
});
