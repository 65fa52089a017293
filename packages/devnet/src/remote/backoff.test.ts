import { describe, expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

const LONG = 1000;

describe('createBackoff', () => {
  it('waits twice as long after each short life, up to a limit', () => {
    const { next } = createBackoff();
    const waits = Array.from({ length: 9 }, () => next(0));
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  it('begins anew after a long life', () => {
    const { next } = createBackoff();
    for (let end = 0; end < 7; end += 1) next(LONG - 1);
    expect([next(LONG), next(0)]).toEqual([100, 200]);
  });

  it('begins anew once somebody has seen to it', () => {
    const { next, forget } = createBackoff();
    for (let end = 0; end < 9; end += 1) next(0);
    forget();
    expect(next(0)).toBe(100);
  });
});
