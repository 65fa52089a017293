import { factsOf, type TransactionId } from '@quorate/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payment } from '../../test/payments.ts';
import { type Attempts, nextAttempt, noAttempts, withEnded } from './attempt.ts';

const [FIRST, SECOND, ...OTHERS] = Array.from(
  { length: 1_100 },
  (_, nonce) => factsOf(payment({ nonce: BigInt(nonce) }).transaction).id,
) as [TransactionId, TransactionId, ...TransactionId[]];

function ended(attempts: Attempts, id: TransactionId): Attempts {
  return withEnded(attempts, id, nextAttempt(attempts, id));
}

it('P4 gives an attempt another number than those before it, whatever else has ended meanwhile', () => {
  const course = fc.array(fc.nat(OTHERS.length), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(course, (stretches) => {
      let attempts = noAttempts();
      const numbers = new Set<number>();
      for (const stretch of stretches) {
        numbers.add(nextAttempt(attempts, FIRST));
        attempts = ended(attempts, FIRST);
        for (const other of OTHERS.slice(0, stretch)) attempts = ended(attempts, other);
        expect(attempts.next.size).toBeLessThanOrEqual(1_024);
      }
      expect(numbers.size).toBe(stretches.length);
    }),
    { numRuns: 20 },
  );
});

it('P4 numbers the attempts of each transaction apart', () => {
  const attempts = ended(ended(noAttempts(), SECOND), SECOND);
  expect([FIRST, SECOND].map((id) => nextAttempt(attempts, id))).toEqual([0, 2]);
});
