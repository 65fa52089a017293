import type { Message, Result } from '@quorate/core';
import type { Address, TransactionId } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenBy } from './message-choice.ts';
import { createSubjects } from './subjects.ts';

const ALICE = 'a1'.repeat(32) as Address;
const BOB = 'b0'.repeat(32) as Address;
const MINE = 'c3'.repeat(32) as TransactionId;
const OTHER = 'd4'.repeat(32) as TransactionId;

const asks = (requestId: string, address: Address) => ({ type: 'GetPending', requestId, address });
const answers = (requestId: string, result: object): Message => ({
  type: 'Response',
  requestId,
  result: result as Result,
});
const settled = (transactionId: TransactionId) => ({ type: 'Settled', transactionId });

describe('the choice of an account', () => {
  it('takes an answer exactly if what it answers was about that account, over the same link', () => {
    const asked = fc.uniqueArray(
      fc.record({ id: fc.nat({ max: 20 }), address: fc.constantFrom(ALICE, BOB) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(asked, (requests) => {
        const { learn, subjectOf } = createSubjects();
        const takes = chosenBy({ account: ALICE }, subjectOf);
        for (const { id, address } of requests) {
          learn({ from: 'p1', to: 'v1', message: asks(`${id}`, address) });
        }
        for (const { id, address } of requests) {
          const message = answers(`${id}`, { type: 'Pending', envelopes: [] });
          expect(takes({ from: 'v1', to: 'p1', message })).toBe(address === ALICE);
          expect(takes({ from: 'v2', to: 'p1', message })).toBe(false);
        }
      }),
    );
  });
});

describe('the choice of a transaction', () => {
  it('takes an answer that names it, and none that names another', () => {
    const takes = chosenBy({ about: MINE, message: 'Response' }, createSubjects().subjectOf);
    const sent = (id: TransactionId) => ({
      from: 'v1',
      to: 'p1',
      message: answers('1', settled(id)),
    });
    expect([MINE, OTHER].map((id) => takes(sent(id)))).toEqual([true, false]);
  });
});

describe('the choice of a kind', () => {
  it.each([
    ['Request', [true, false, false]],
    ['Response', [false, true, true]],
    ['Response Settled', [false, true, false]],
    ['Response InvalidNonce', [false, false, true]],
    ['GetPending', [true, false, false]],
    [
      ['GetPending', 'Response Settled'],
      [true, true, false],
    ],
  ])('%j takes what is called so', (message, expected) => {
    const takes = chosenBy({ message }, createSubjects().subjectOf);
    const refused = { type: 'Rejected', rejection: { code: 'InvalidNonce' } };
    const all = [asks('1', ALICE), answers('1', settled(MINE)), answers('1', refused)];
    expect(all.map((each) => takes({ from: 'a', to: 'b', message: each }))).toEqual(expected);
  });
});
