import { BcsType } from '@mysten/bcs';
import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { type Codec, decodeBytes, encodeBytes } from './codec.ts';

/** Reads one byte leniently: anything but 0 is true, as a careless codec would. */
const LENIENT: Codec<boolean> = {
  bcs: new BcsType<boolean>({
    name: 'lenient',
    read: (reader) => reader.read8() !== 0,
    write: (value, writer) => {
      writer.write8(value ? 1 : 0);
    },
  }),
  toJson: (value) => value,
  fromJson: () => true,
};

describe('decodeBytes', () => {
  it('V1 refuses a second form of a value, whatever its codec accepts', () => {
    expect(decodeBytes(LENIENT, Uint8Array.of(1), 'flag')).toBe(true);
    expect(encodeBytes(LENIENT, true)).toEqual(Uint8Array.of(1));
    expect(errorOf(() => decodeBytes(LENIENT, Uint8Array.of(2), 'flag'))).toMatchObject({
      name: 'DecodeError',
      code: 'NotCanonical',
      path: 'flag',
    });
  });

  it('V1 refuses bytes after the value', () => {
    expect(errorOf(() => decodeBytes(LENIENT, Uint8Array.of(1, 0), 'flag'))).toMatchObject({
      code: 'TrailingBytes',
      path: 'flag',
      expected: '1 byte, got 2',
    });
  });

  it('keeps what the library threw as the cause', () => {
    const error = errorOf(() => decodeBytes(LENIENT, new Uint8Array(), 'flag'));
    expect(error).toMatchObject({
      code: 'InvalidBytes',
      path: 'flag',
      expected: 'BCS, but the bytes end too early',
    });
    expect((error as Error).cause).toBeInstanceOf(RangeError);
  });
});
