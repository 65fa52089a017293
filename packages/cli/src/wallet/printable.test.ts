import { describe, expect, it } from 'vitest';
import { writtenTerminal } from '../../test/quorate.ts';
import { printable } from './printable.ts';
import { state } from './show.ts';

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

it('no line that a command writes for people plays tricks on the terminal, in its name or in its value', () => {
  const { terminal, written } = writtenTerminal();
  state(terminal, { rows: [['token \u202eX', 'X\u001b[2J']], data: {} });
  expect(written.out).toBe('token ?X  X?[2J\n');
});
