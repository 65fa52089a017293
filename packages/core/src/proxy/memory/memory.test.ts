import { type Address, factsOf } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payment } from '../../../test/payments.ts';
import type { Result } from '../../message.ts';
import type { Answer } from '../answers/answer.ts';
import {
  GENERATION_MAX,
  noMemory,
  type ProxyMemory,
  rememberedOf,
  withBegun,
  withoutWords,
  withWord,
} from './memory.ts';
import { withToldIn } from './remember.ts';

const nameOf = (index: number) => `account-${index}` as Address;
const MEMBER = 'member' as Address;
const word = (nonce: bigint) => ({ nonce, funds: 5n, at: 0n });

function told(memory: ProxyMemory, index: number): ProxyMemory {
  return withWord(memory, nameOf(index), MEMBER, word(BigInt(index)));
}

const ENVELOPE = payment({ nonce: 7n });
const FACTS = factsOf(ENVELOPE.transaction);

/** What is remembered once a member has said of a payment at nonce 7 that it would sign it. */
function toldNow(memory: ProxyMemory, parts: object = {}, purpose = 'check') {
  const answer = {
    ...{ state: { memory }, submission: { envelope: ENVELOPE, facts: FACTS }, env: { now: 0n } },
    ...{ member: { validator: { address: MEMBER } }, asked: { purpose } },
  } as unknown as Answer;
  const result = { type: 'Admissible', transactionId: FACTS.id, balance: 5n, ...parts } as const;
  const after = withToldIn(answer, result as Result).memory ?? noMemory();
  return rememberedOf(after, FACTS.transaction.sender).told;
}

describe('what a proxy remembers', () => {
  it('P5 is of at most two generations of accounts, and the last one noted among them', () => {
    const noted = fc.array(fc.nat(5 * GENERATION_MAX), { minLength: 1, maxLength: 2_000 });
    fc.assert(
      fc.property(noted, (all) => {
        let memory = noMemory();
        const late: number[] = [];
        for (const index of all) {
          memory = told(memory, index);
          late.push(index);
          expect(memory.recent.size).toBeLessThanOrEqual(GENERATION_MAX);
          expect(memory.older.size).toBeLessThanOrEqual(GENERATION_MAX);
        }
        for (const index of late.slice(-GENERATION_MAX)) {
          const { told: words } = rememberedOf(memory, nameOf(index));
          expect(words[MEMBER]).toEqual(word(BigInt(index)));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('P5 is the oldest account no more, once there are too many', () => {
    let memory = noMemory();
    for (let index = 0; index <= 2 * GENERATION_MAX; index += 1) memory = told(memory, index);
    expect(rememberedOf(memory, nameOf(0))).toEqual({ unspent: 0n, told: {} });
    expect(rememberedOf(memory, nameOf(2 * GENERATION_MAX)).told).toHaveProperty(MEMBER);
  });

  it('P5 is no word of a former committee, but every nonce that is used up', () => {
    const begun = withBegun(withBegun(told(noMemory(), 7), nameOf(7), 7n), nameOf(7), 3n);
    expect(rememberedOf(begun, nameOf(7)).told).toEqual({ [MEMBER]: word(7n) });
    expect(rememberedOf(withoutWords(begun), nameOf(7))).toEqual({ unspent: 8n, told: {} });
  });

  it('P5 is nothing of a member whose word is worth nothing', () => {
    const memory = withWord(told(noMemory(), 7), nameOf(7), MEMBER, undefined);
    expect(rememberedOf(memory, nameOf(7)).told).toEqual({});
    // Refusals about accounts of which nothing was told must not push out what is known of others.
    expect(withWord(memory, nameOf(8), MEMBER, undefined)).toBe(memory);
  });

  it('P5 is no word about a nonce of which it is forgotten that it is used up', () => {
    let memory = withBegun(noMemory(), FACTS.transaction.sender, 7n);
    expect(toldNow(memory)).toEqual({ [MEMBER]: word(7n) });
    for (let index = 0; index <= 2 * GENERATION_MAX; index += 1) memory = told(memory, index);
    expect(toldNow(memory)).toEqual({});
  });

  it('P5 is no word that answers another question, or is about what a handover has left', () => {
    const memory = withBegun(noMemory(), FACTS.transaction.sender, 7n);
    expect(toldNow(memory, {}, 'sign')).toEqual({});
    expect(toldNow(memory, { transactionId: 'ab'.repeat(32) })).toEqual({});
    expect(toldNow(memory, { isHeld: true })).toEqual({});
    expect(toldNow(memory, { balance: undefined })).toEqual({});
  });
});
