import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it.each([
  [0, '0 certificates'],
  [1, '1 certificate'],
  [1n, '1 certificate'],
  [2, '2 certificates'],
])('counts %s', (amount, words) => {
  expect(counted(amount, 'certificate')).toBe(words);
});
