import { expect, it } from 'vitest';
import { createLineIndex } from './line-index.ts';

it('tells line and column of every offset', () => {
  const placeAt = createLineIndex('ab\n\ncd');
  expect([0, 2, 3, 4, 6].map(placeAt)).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 3, column: 3 },
  ]);
});

it('counts no byte-order mark as a column', () => {
  const placeAt = createLineIndex('\ufeffab\ncd');
  expect([0, 1, 2, 4].map(placeAt)).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
  ]);
});
