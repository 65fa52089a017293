import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimalAmount, parseDecimalAmount } from './decimal-amount.ts';

const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
const decimals = fc.nat({ max: 30 });

describe('parseDecimalAmount', () => {
  it('reads what formatDecimalAmount writes, to the last digit', () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        const text = formatDecimalAmount(amount, places);
        fc.pre(text.replace(/\..*/, '').length <= 78);
        expect(parseDecimalAmount(text, places)).toBe(amount);
      }),
    );
  });

  it.each([
    ['0.1', 18, 10n ** 17n],
    ['1', 0, 1n],
    ['1.50', 2, 150n],
    ['0', 18, undefined],
    ['0.00', 2, undefined],
    ['1.001', 2, undefined],
    ['1.', 2, undefined],
    ['.5', 2, undefined],
    ['-1', 2, undefined],
    ['1e3', 2, undefined],
    ['', 2, undefined],
    [String(2n ** 256n), 0, undefined],
  ])('reads %s with %i decimals as %s', (text, places, amount) => {
    expect(parseDecimalAmount(text, places)).toBe(amount);
  });
});

describe('formatDecimalAmount', () => {
  it.each([
    [150n, 2, '1.5'],
    [-5n, 2, '-0.05'],
    [0n, 18, '0'],
    [7n, 0, '7'],
  ])('writes %i with %i decimals as %s', (amount, places, text) => {
    expect(formatDecimalAmount(amount, places)).toBe(text);
  });
});
