import { anyAddress, errorOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../address.ts';
import { bytesToHex } from '../hex.ts';
import { ADDRESS, byteVector, DOCUMENT_HASH, fixedBytes } from './binary-codecs.ts';

const FOUR = fixedBytes<string>(4);
const ANY = byteVector<string>();

describe('fixedBytes', () => {
  it.each([
    ['integers', [0, 1, 254, 255]],
    ['hex digits', '0001feff'],
    ['hex digits in upper case', '0001FEFF'],
    ['hex digits after 0x', '0x0001feff'],
  ])('reads %s in every dialect', (_, json) => {
    for (const dialect of ['rpc', 'rest', 'rest-certificate'] as const) {
      expect(FOUR.fromJson(json, dialect, 'field')).toBe('0001feff');
    }
  });

  it('writes integers for JSON-RPC and hex for REST', () => {
    expect(FOUR.toJson('0001feff', 'rpc')).toEqual([0, 1, 254, 255]);
    expect(FOUR.toJson('0001feff', 'rest')).toBe('0001feff');
    expect(FOUR.toJson('0001feff', 'rest-certificate')).toBe('0001feff');
  });

  it.each([
    ['too few integers', [0, 1, 2], 'OutOfRange'],
    ['too many integers', [0, 1, 2, 3, 4], 'OutOfRange'],
    ['too few digits', '000102', 'OutOfRange'],
    ['an odd number of digits', '0001020', 'UnexpectedType'],
    ['a fraction', [0, 1, 2, 0.5], 'UnexpectedType'],
    ['256', [0, 1, 2, 256], 'UnexpectedType'],
    ['a negative integer', [0, 1, 2, -1], 'UnexpectedType'],
    ['a bigint', [0, 1, 2, 3n], 'UnexpectedType'],
    ['a string among integers', [0, 1, 2, '3'], 'UnexpectedType'],
    ['a list among integers', [0, 1, 2, [3]], 'UnexpectedType'],
    ['text that is not hex', 'zzzzzzzz', 'UnexpectedType'],
    ['an object that looks like a list', { 0: 0, 1: 1, 2: 2, 3: 3, length: 4 }, 'UnexpectedType'],
    ['null', null, 'UnexpectedType'],
    ['nothing', undefined, 'MissingField'],
  ])('refuses %s', (_, json, code) => {
    expect(errorOf(() => FOUR.fromJson(json, 'rpc', 'field'))).toMatchObject({
      code,
      path: 'field',
    });
  });
});

describe('byteVector', () => {
  it('reads what it writes, of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('rpc', 'rest'), (bytes, dialect) => {
        const hex = bytesToHex(bytes);
        expect(ANY.fromJson(ANY.toJson(hex, dialect), dialect, 'field')).toBe(hex);
      }),
    );
  });

  it('reads and refuses hex digits of many megabytes', () => {
    const digits = 'ab'.repeat(8 << 20);
    expect(ANY.fromJson(digits, 'rest', 'field')).toHaveLength(digits.length);
    expect(errorOf(() => ANY.fromJson(`${digits}g0`, 'rest', 'field'))).toMatchObject({
      code: 'UnexpectedType',
    });
  });
});

describe('ADDRESS', () => {
  it('is bech32m over REST and integers in JSON-RPC, and reads both and hex everywhere', () => {
    fc.assert(
      fc.property(anyAddress(), (address) => {
        expect(ADDRESS.toJson(address, 'rest')).toBe(formatAddress(address));
        expect(ADDRESS.toJson(address, 'rest-certificate')).toBe(formatAddress(address));
        expect(ADDRESS.toJson(address, 'rpc')).toHaveLength(32);
        for (const written of ['rpc', 'rest'] as const) {
          for (const read of ['rpc', 'rest'] as const) {
            expect(ADDRESS.fromJson(ADDRESS.toJson(address, written), read, 'field')).toBe(address);
          }
        }
        expect(ADDRESS.fromJson(address, 'rest', 'field')).toBe(address);
      }),
    );
  });

  it('names the field of a text that is not an address', () => {
    expect(errorOf(() => ADDRESS.fromJson('alice', 'rest', 'transaction.sender'))).toMatchObject({
      code: 'InvalidAddress',
      path: 'transaction.sender',
    });
  });

  it('names every form where there is no address at all', () => {
    for (const [json, code] of [
      [undefined, 'MissingField'],
      [null, 'UnexpectedType'],
      [7, 'UnexpectedType'],
    ] as const) {
      const error = errorOf(() => ADDRESS.fromJson(json, 'rest', 'body.recipient'));
      expect(error).toMatchObject({ code, message: expect.stringContaining('fast1…, 64 hex') });
    }
  });
});

describe('DOCUMENT_HASH', () => {
  it('is an array where the interface document says so, and hex where clients read hex', () => {
    const hash = '07'.repeat(32);
    const integers = Array.from({ length: 32 }, () => 7);
    expect(DOCUMENT_HASH.toJson(hash, 'rpc')).toEqual(integers);
    expect(DOCUMENT_HASH.toJson(hash, 'rest-certificate')).toEqual(integers);
    expect(DOCUMENT_HASH.toJson(hash, 'rest')).toBe(hash);
  });
});
