import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { openRoster } from './roster.ts';

describe('openRoster', () => {
  it('names no validator beyond the hundredth', () => {
    const roster = openRoster(undefined, 99);
    expect(roster.next()).toBe('v100');
    roster.add();
    expect(errorOf(() => roster.next())).toMatchObject({
      code: 'InvalidOption',
      message: 'validators: expected a whole number from 1 to 100, got 101',
    });
  });
});
