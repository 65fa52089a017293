import { describe, expect, it } from 'vitest';
import { parseChanges } from './changes.ts';

describe('parseChanges', () => {
  it('takes a count as exactly that many, and a range as it is', () => {
    expect(parseChanges('0')).toEqual({ least: 0, greatest: 0 });
    expect(parseChanges('5')).toEqual({ least: 5, greatest: 5 });
    expect(parseChanges('1..2')).toEqual({ least: 1, greatest: 2 });
  });

  it.each(['', 'some', '2..1', '1..', '..2', '1...2', '1..2..3', '-1', '1.5', '21', '1..999'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseChanges(text)).toThrow('Expected a count such as 2, or a range');
    },
  );
});
