import { expect, it } from 'vitest';
import { firstSeed } from './base-seed.ts';

const HASH = '9f3ac01d5e2b774810ffee0011223344556677aa';

it('takes the first 64 bits of the hash of the commit that GitHub names', () => {
  expect(firstSeed('commit', { GITHUB_SHA: HASH })).toBe(0x9f3ac01d5e2b7748n);
});

it('asks git for the commit elsewhere, and gets the same twice', () => {
  const seed = firstSeed('commit', {});
  expect(seed).toBe(firstSeed('commit', {}));
  expect(seed < 2n ** 64n).toBe(true);
});

it('refuses what is not a commit', () => {
  expect(() => firstSeed('commit', { GITHUB_SHA: 'main' })).toThrow('not the hash of a commit');
});

it('takes a number as it is, and the time in between', () => {
  expect(firstSeed(7n, {})).toBe(7n);
  expect(firstSeed('time', {}) > 1_700_000_000_000n).toBe(true);
});
