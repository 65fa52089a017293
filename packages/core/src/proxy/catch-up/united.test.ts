import type { TransactionCertificate } from '@quorate/protocol';
import { committeeAt, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { signedIn } from '../../../test/signed-in.ts';
import { united } from './united.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const committees = [committeeAt(0, FOUR), committeeAt(1, FOUR)];

function signersOf({ signatures }: TransactionCertificate): readonly string[] {
  return signatures.map(([key]) => key);
}

describe('two certificates of one transaction', () => {
  it('P7 have the signatures of both, whichever committee it was that signed them', () => {
    for (const epoch of [0, 1]) {
      const union = united(
        { committees },
        signedIn(epoch, ['d', 'b', 'a']),
        signedIn(epoch, ['b', 'c', 'd']),
      );
      expect(signersOf(union)).toEqual(FOUR.map((operator) => keyOf(operator, epoch).address));
    }
  });

  it('C9 keep the signatures of two epochs apart', () => {
    const known = signedIn(0, ['a', 'b', 'c']);
    expect(united({ committees }, known, signedIn(1, ['b', 'c', 'd']))).toBe(known);
  });
});
