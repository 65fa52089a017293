import type { Committee } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { proxyTruthful } from './acknowledgements.ts';
import { createCommitteeBook } from './committee-book.ts';
import type { GivenSuccess, Settled } from './oracle.ts';

function committeeOf(epoch: number, names: readonly string[]): Committee {
  const members = names.map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
    operator: addressOf(`operator of ${host}`),
  }));
  return { epoch, members };
}

const OLD = ['v1', 'v2', 'v3', 'v4'];
const NEXT = ['v5', 'v6', 'v7', 'v8'];
const COMMITTEES = [committeeOf(0, OLD), committeeOf(1, NEXT)] as const;

/** Tells whether a success is found to be untrue: signed by these, settled by those. */
function isFound(
  signers: readonly string[],
  settled: readonly string[],
  unseen: readonly string[] = [],
): boolean {
  const committees = { ...createCommitteeBook(COMMITTEES[0]), all: () => COMMITTEES };
  const oracle = proxyTruthful({ committees, unseen });
  const facts = { id: 'ab'.repeat(32) };
  for (const validator of settled) oracle.noteSettlement?.({ validator, facts } as Settled);
  const signatures = signers.map((name) => [addressOf(name), '']);
  const success = { by: 'p1', role: 'proxy', certificate: { signatures }, facts };
  return oracle.afterSuccess?.(success as unknown as GivenSuccess) !== undefined;
}

describe('proxy-truthful', () => {
  it('takes q - f of the epoch that signed, or of a later one', () => {
    expect(isFound(OLD, ['v1', 'v2'])).toBe(false);
    expect(isFound(OLD, ['v5', 'v6'])).toBe(false);
    expect(isFound(NEXT, ['v5', 'v6'])).toBe(false);
    expect(isFound(OLD, ['v1', 'v5'])).toBe(true);
  });

  it('does not take those of an epoch before the one that signed', () => {
    expect(isFound(NEXT, ['v1', 'v2'])).toBe(true);
  });

  it('leaves out of a committee only its own members that nobody can see', () => {
    expect(isFound(OLD, ['v1'], ['v9', 'v10'])).toBe(true);
    expect(isFound(NEXT, ['v5'], ['v1'])).toBe(true);
    expect(isFound(OLD, ['v1'], ['v2'])).toBe(false);
  });
});
