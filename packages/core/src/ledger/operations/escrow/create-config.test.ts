import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../../test/ledger.ts';
import { notSubmittable, offer, UNKNOWN_TOKEN } from '../../../../test/operations.ts';

describe('CreateConfig', () => {
  it('E1 records the terms, in any token', () => {
    const ledger = createTestLedger();
    const evaluationFee = { kind: 'Fixed', amount: 3n } as const;
    const id = ledger.execute('carol', offer(UNKNOWN_TOKEN, { evaluationFee }));
    expect(Object.fromEntries(ledger.state().ledger.config)).toEqual({
      [id]: {
        tokenId: UNKNOWN_TOKEN,
        evaluator: addressOf('carol'),
        evaluationFee,
        minEvaluatorFee: 1n,
        origin: { sender: addressOf('carol'), nonce: 0n },
      },
    });
    expect(ledger.missing('carol', [offer(UNKNOWN_TOKEN)])).toEqual([]);
  });

  it('E1 refuses terms in the name of another', () => {
    const refusal = notSubmittable('E1: the sender is the evaluator that it names');
    expect(createTestLedger().refusal('alice', [offer(NATIVE_TOKEN_ID)])).toEqual(refusal);
  });

  it.each([0, 1, 10_000])('E1 admits %d basis points', (bps) => {
    const terms = offer(NATIVE_TOKEN_ID, { evaluationFee: { kind: 'Bps', bps } });
    expect(createTestLedger().refusal('carol', [terms])).toBe(undefined);
  });

  it('E1 refuses 10,001 basis points, but not a fixed amount of 10,001', () => {
    const terms = offer(NATIVE_TOKEN_ID, { evaluationFee: { kind: 'Bps', bps: 10_001 } });
    const refusal = notSubmittable('E1: Bps is 0 to 10000');
    expect(createTestLedger().refusal('carol', [terms])).toEqual(refusal);
    const fixed = offer(NATIVE_TOKEN_ID, { evaluationFee: { kind: 'Fixed', amount: 10_001n } });
    expect(createTestLedger().refusal('carol', [fixed])).toBe(undefined);
  });
});
