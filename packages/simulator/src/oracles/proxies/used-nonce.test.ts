import type { Rejected } from '@quorate/core';
import { type Address, factsOf, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { OracleContext } from '../oracle.ts';
import { usedNonce } from './used-nonce.ts';

const alice = '01'.repeat(32) as Address;
const recipient = '02'.repeat(32) as Address;

function facts(nonce: bigint, amount = 1n) {
  const payment = { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount } as const;
  const envelope = envelopeOf(alice, { ...payment, userData: null }, nonce);
  return { envelope, ...factsOf(envelope.transaction) };
}

/** Has a proxy refuse a payment at nonce 0, where other payments of these nonces are certified. */
function findingOf(
  certified: readonly bigint[],
  expectedNonce: bigint,
  context: Pick<OracleContext, 'unseen' | 'mayCorrupt'> = {},
) {
  const oracle = usedNonce({ nameOf: () => 'alice', ...context });
  for (const nonce of certified) oracle.noteCertified?.(facts(nonce, 2n));
  const { id, envelope } = facts(0n);
  const message = { type: 'SubmitTransaction', requestId: 'r', envelope } as const;
  oracle.afterClientWord?.({ from: 'alice', message });
  const refusal = { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce } as const;
  const { rejection }: Rejected = { type: 'Rejected', rejection: refusal };
  return oracle.afterRefusal?.({ by: 'p1', isCorrect: true, id, rejection });
}

describe('used-nonce', () => {
  it('P4 finds a nonce that is called used where nothing is certified', () => {
    expect(findingOf([], 1n)?.message).toMatch('alice that its next nonce is 1');
    expect(findingOf([1n], 2n)?.facts).toMatchObject({ proxy: 'p1', expected: '2' });
  });

  it('P4 finds a next nonce that is in the future', () => {
    expect(findingOf([0n], 2n)?.facts).toMatchObject({ expected: '2' });
    expect(findingOf([0n, 1n], 2n)).toBeUndefined();
  });

  it('has nothing against one that is out of date, which is for others to judge', () => {
    expect(findingOf([0n, 1n], 1n)).toBeUndefined();
    expect(findingOf([], 0n)).toBeUndefined();
  });

  it('says nothing where requests may be changed on their way, or not all steps are seen', () => {
    expect(findingOf([], 1n, { mayCorrupt: true })).toBeUndefined();
    expect(findingOf([], 1n, { unseen: ['v1'] })).toBeUndefined();
  });
});
