import { expect, it } from 'vitest';
import { readAmount } from './token-amount.ts';

it('says what is wrong with an amount even without decimals: 1 of a token with 200 decimals is too large', () => {
  expect(readAmount('1', { decimals: 77 })).toBe(10n ** 77n);
  for (const [text, decimals] of [
    ['1', 200],
    ['1.234', 2],
    ['0', 2],
  ] as const) {
    const bounds = `at most ${decimals} decimals, and at most 2^256 - 1 least units`;
    expect(() => readAmount(text, { decimals })).toThrow(
      `amount: expected a number above 0 with ${bounds}, got "${text}"`,
    );
  }
});
