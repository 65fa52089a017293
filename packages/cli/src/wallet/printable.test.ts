import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';

describe('printable', () => {
  it.each([
    ['GOLD\nbalance  9 FAST', 'GOLD?balance  9 FAST'],
    ['\u001b[2Jx\u0007', '?[2Jx?'],
    ['a\u202eb\u2028c', 'a?b?c'],
    ['Währung 金 €', 'Währung 金 €'],
  ])('of %j is %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});
