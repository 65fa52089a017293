import type { Bytes32, Rejection, TransactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notSubmittable } from '../../../test/operations.ts';
import { certified, payment, shortOf } from '../../../test/payments.ts';
import { NO_PROGRESS } from '../submission.ts';
import { agreedRefusal, type CountedRefusal } from './agreed-refusal.ts';

function counted(refusal: Rejection, size = 0, gone = 0): CountedRefusal {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}` as TransactionId);
  const certificates = new Map(ids(size).map((id) => [id, certified(payment())]));
  const hash = '00'.repeat(32) as Bytes32;
  const pruned = new Map(
    ids(gone).map((transactionId) => [
      transactionId,
      { sender: addressOf('bob'), nonce: 0n, transactionId, settledAt: 0n, hash },
    ]),
  );
  const whole = { pages: 1, isWhole: true, isCut: false, since: 0, asking: 0 };
  const basis = { certificates, pruned, brought: new Set<TransactionId>(), ...whole };
  return { refusal, progress: { ...NO_PROGRESS, basis } };
}

const refused = (reason: string) => notSubmittable(reason) as Rejection;

describe('P4', () => {
  it('P4 tells what f + 1 validators say alike, whoever else knows more', () => {
    const refusals = [counted(refused('a'), 9), counted(refused('b')), counted(refused('b'))];
    expect(agreedRefusal(refusals, 2)).toEqual(refused('b'));
  });

  it('P4 tells what the validator says that knows most, where they differ', () => {
    const refusals = [counted(refused('a'), 1), counted(refused('b'), 3), counted(refused('c'), 2)];
    expect(agreedRefusal(refusals, 2)).toEqual(refused('b'));
    const pruned = counted(refused('d'), 1, 3);
    expect(agreedRefusal([...refusals, pruned], 2)).toEqual(refused('d'));
  });

  it('P4 tells a balance between those of correct validators, whatever f others say', () => {
    const anyBalance = fc.bigInt({ min: -5n, max: 20n });
    fc.assert(
      fc.property(
        fc.array(anyBalance, { minLength: 3, maxLength: 3 }),
        anyBalance,
        fc.nat({ max: 3 }),
        (correct, wrong, position) => {
          const balances = correct.toSpliced(position, 0, wrong);
          const told = agreedRefusal(
            balances.map((each) => counted(shortOf(9n, each))),
            2,
          );
          const [lowest] = correct.toSorted((a, b) => (a < b ? -1 : 1));
          const [highest] = correct.toSorted((a, b) => (a > b ? -1 : 1));
          if (told.code !== 'InsufficientFunding') throw new Error(told.code);
          expect(told.currentBalance >= (lowest ?? 0n)).toBe(true);
          expect(told.currentBalance <= (highest ?? 0n)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
