import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inOurWords, mistakesIn } from './mistakes.ts';

const shape = z.strictObject({
  name: z.string(),
  kind: z.enum(['a', 'b']).optional(),
  only: z.literal(1).optional(),
  count: z.int().min(1).max(9).optional(),
  share: z.number().min(0).max(1).optional(),
  above: z.number().positive().optional(),
  below: z.number().negative().optional(),
  list: z.array(z.string()).min(1).optional(),
  isOn: z.boolean().optional(),
  form: z.string().regex(/^x$/, 'expected an x').optional(),
});

const KEYS = 'expected name, kind, only, count, share, above, below, list, isOn, form';

function complaint(given: unknown): string | undefined {
  const { error } = shape.safeParse(given, { error: inOurWords });
  return error && mistakesIn(error, 'body');
}

describe('a mistake in what was given', () => {
  it.each([
    [{}, 'name: expected text, got nothing'],
    [{ name: null }, 'name: expected text, got null'],
    [{ name: ['secret'] }, 'name: expected text, got a list'],
    [{ name: 'x', kind: 'c' }, 'kind: expected one of a, b'],
    [{ name: 'x', only: 2 }, 'only: expected 1'],
    [{ name: 'x', count: 1.5 }, 'count: expected a whole number, got a fraction'],
    [{ name: 'x', count: 'many' }, 'count: expected a number, got text'],
    [{ name: 'x', count: 0 }, 'count: expected at least 1'],
    [{ name: 'x', share: 2 }, 'share: expected at most 1'],
    [{ name: 'x', above: 0 }, 'above: expected more than 0'],
    [{ name: 'x', below: 0 }, 'below: expected less than 0'],
    [{ name: 'x', list: {} }, 'list: expected a list, got an object'],
    [{ name: 'x', list: [true] }, 'list.0: expected text, got true or false'],
    [{ name: 'x', list: [] }, 'list: expected at least 1 entry'],
    [{ name: 'x', isOn: 1 }, 'isOn: expected true or false, got a number'],
    [{ name: 'x', form: 'y' }, 'form: expected an x'],
    [{ name: 'x', nmae: 1 }, `body: unknown key "nmae"; ${KEYS}`],
    [
      { nmae: 1, b: 2 },
      `name: expected text, got nothing; body: unknown keys "nmae", "b"; ${KEYS}`,
    ],
    [[], 'body: expected an object, got a list'],
    [{ name: 'x' }, undefined],
  ])('in %j is: %s', (given, expected) => {
    expect(complaint(given)).toBe(expected);
  });
});
