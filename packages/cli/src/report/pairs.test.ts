import { describe, expect, it } from 'vitest';
import { renderWrappedPairs } from './pairs.ts';

describe('renderWrappedPairs', () => {
  it('breaks between words what is longer than a terminal is wide', () => {
    const many = Array.from({ length: 12 }, (_, index) => `situation-${index}`).join(', ');
    const text = renderWrappedPairs([
      ['runs', '12'],
      ['never', many],
    ]);
    const [first = '', ...others] = text.trimEnd().split('\n');
    expect(first).toBe('  runs   12');
    expect(others).toHaveLength(3);
    expect(others[0]).toBe(
      '  never  situation-0, situation-1, situation-2, situation-3, situation-4,',
    );
    for (const line of others.slice(1)) expect(line).toMatch(/^ {9}situation-/);
    expect(Math.max(...others.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(others.map((line) => line.slice(9)).join(' ')).toBe(many);
  });

  it('breaks no word, however long', () => {
    const path = `/tmp/${'x'.repeat(100)}`;
    expect(renderWrappedPairs([['kept', `in ${path} alone`]])).toBe(
      `  kept  in\n        ${path}\n        alone\n`,
    );
  });
});
