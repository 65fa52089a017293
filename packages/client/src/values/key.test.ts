import { describe, expect, it } from 'vitest';
import { signerOf } from './key.ts';

describe('signerOf', () => {
  it.each([
    ['zz'],
    ['ab'],
    [''],
    ['ab'.repeat(33)],
    [new Uint8Array(31)],
    [undefined],
    [null],
    [5],
  ])('says what a secret key is to somebody who gives %j', (secretKey) => {
    expect(() => signerOf(secretKey as string)).toThrow(
      'secretKey: expected 32 bytes, or 64 hex digits',
    );
  });

  it('takes one in each of its forms', () => {
    const { address } = signerOf(new Uint8Array(32).fill(0xab));
    for (const text of ['ab'.repeat(32), 'AB'.repeat(32), `0x${'ab'.repeat(32)}`]) {
      expect(signerOf(text).address).toBe(address);
    }
  });
});
