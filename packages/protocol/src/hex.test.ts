import { errorOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from './hex.ts';

describe('hex', () => {
  it('writes what Buffer writes, and reads it back in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const hex = bytesToHex(bytes);
        expect(hex).toBe(Buffer.from(bytes).toString('hex'));
        expect(hexToBytes(hex)).toEqual(bytes);
        expect(hexToBytes(hex.toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each(['0', 'abc', '0x00', 'gg', '0g', ' 0', '0\u0660', '-1', '/:', '@G', '`g'])(
    'refuses %j',
    (text) => {
      expect(errorOf(() => hexToBytes(text))).toMatchObject({ code: 'InvalidHex', path: 'hex' });
    },
  );
});
