import { describe, expect, it } from 'vitest';
import { SNAPSHOT_FLAWS } from '../../scenario/byzantine/words.ts';
import type { Draw } from '../draw.ts';
import { partyOf, THROUGHOUT } from '../party.ts';
import { withOtherPages } from './other-pages.ts';

const LIE = { of: 'alice', shows: 'nothing', to: 'bob', amount: 1n } as const;
const lying = partyOf('v1', [{ ...THROUGHOUT, act: 'false-snapshot', ...LIE }]);
const plain = partyOf('v2', [{ ...THROUGHOUT, act: 'forge' }]);

const drawing = (takesPart: boolean, shows: string) =>
  (() => [takesPart, shows]) as unknown as Draw;

describe('withOtherPages', () => {
  it('makes a false snapshot inconsistent now and then, and changes nothing else', () => {
    for (const shows of SNAPSHOT_FLAWS) {
      const [first, second] = withOtherPages([lying, plain], drawing(true, shows));
      expect(first?.acts).toMatchObject([{ act: 'false-snapshot', of: 'alice', shows }]);
      expect(second).toEqual(plain);
      expect(withOtherPages([lying, plain], drawing(false, shows))).toEqual([lying, plain]);
    }
  });

  it('draws nothing where nobody serves one', () => {
    const draw = (() => {
      throw new Error('it draws');
    }) as unknown as Draw;
    expect(withOtherPages([plain], draw)).toEqual([plain]);
  });
});
