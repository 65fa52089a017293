import type { Address } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GENERATION_MAX,
  noMemory,
  type ProxyMemory,
  rememberedOf,
  withBegun,
  withoutWords,
  withWord,
} from './memory.ts';

const nameOf = (index: number) => `account-${index}` as Address;
const MEMBER = 'member' as Address;
const word = (nonce: bigint) => ({ nonce, funds: 5n, at: 0n });

function told(memory: ProxyMemory, index: number): ProxyMemory {
  return withWord(memory, nameOf(index), MEMBER, word(BigInt(index)));
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
  });
});
