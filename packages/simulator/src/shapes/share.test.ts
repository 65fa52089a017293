import { faultyMax, quorumSize } from '@quorate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharesOf } from './share.ts';

it('gives every count of a committee of four a share of its own', () => {
  expect(sharesOf(4)).toEqual(['none', 'few', 'some', 'quorum', 'all']);
});

it('calls up to f validators few, and a quorum a quorum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (committee) => {
      const shares = sharesOf(committee);
      expect(shares).toHaveLength(committee + 1);
      expect(shares[0]).toBe('none');
      expect(shares[committee]).toBe('all');
      shares.slice(1, committee).forEach((share, index) => {
        const count = index + 1;
        const isQuorum = count >= quorumSize(committee);
        const expected = isQuorum ? 'quorum' : count <= faultyMax(committee) ? 'few' : 'some';
        expect(share).toBe(expected);
      });
    }),
  );
});
