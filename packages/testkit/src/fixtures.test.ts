import { bytesToHex } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { addressOf, committeeOf, seedOf, signerOf } from './fixtures.ts';

describe('fixtures', () => {
  it('have the same key in every run', () => {
    expect(bytesToHex(seedOf('alice'))).toBe(
      '9e33ff8bf790faacde3729f641ac79862a1b61109002df61482e290a19a79a23',
    );
    expect(addressOf('alice')).toBe(
      'a6b02efd30a23bd450273f17e4b9d9555e33f35745221dcf710865166d1311e0',
    );
  });

  it('are made once for each name', () => {
    expect(signerOf('alice')).toBe(signerOf('alice'));
    expect(addressOf('alice')).not.toBe(addressOf('bob'));
  });

  it('name the members of a committee from v1 on', () => {
    expect(committeeOf(2)).toEqual([signerOf('v1'), signerOf('v2')]);
    expect(new Set(committeeOf(100).map(({ address }) => address)).size).toBe(100);
  });
});
