import { AMOUNT_MAX, type EvaluationFee, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf } from '../../../../test/ledger.ts';
import { hire, lacking, offer } from '../../../../test/operations.ts';
import { evaluatorFee } from './create-job.ts';

const CONFIG = idOf('carol', 0n);

function feeOf(evaluationFee: EvaluationFee, minEvaluatorFee: bigint, providerFee: bigint): bigint {
  const evaluator = addressOf('carol');
  const origin = { sender: evaluator, nonce: 0n };
  const tokenId = NATIVE_TOKEN_ID;
  const terms = { tokenId, evaluator, evaluationFee, minEvaluatorFee, origin };
  return evaluatorFee(terms, providerFee);
}

describe('the fee of the evaluator', () => {
  it.each<[bigint, number, bigint, bigint]>([
    [0n, 100, 0n, 0n],
    [10_000n, 0, 0n, 0n],
    [9_999n, 1, 0n, 0n],
    [10_000n, 1, 0n, 1n],
    [19_999n, 1, 0n, 1n],
    [123n, 10_000, 0n, 123n],
    [100n, 1000, 1n, 10n],
    [100n, 1000, 10n, 10n],
    [100n, 1000, 11n, 11n],
    [AMOUNT_MAX, 10_000, 0n, AMOUNT_MAX],
    [AMOUNT_MAX, 1, 0n, AMOUNT_MAX / 10_000n],
    [1n, 0, AMOUNT_MAX, AMOUNT_MAX],
  ])('E2 of %d at %d basis points, at least %d, is %d', (providerFee, bps, min, fee) => {
    expect(feeOf({ kind: 'Bps', bps }, min, providerFee)).toBe(fee);
  });

  it('E2 is the fixed amount, or the minimum above it', () => {
    expect(feeOf({ kind: 'Fixed', amount: 0n }, 0n, 100n)).toBe(0n);
    expect(feeOf({ kind: 'Fixed', amount: 5n }, 4n, 100n)).toBe(5n);
    expect(feeOf({ kind: 'Fixed', amount: 5n }, 6n, 100n)).toBe(6n);
    expect(feeOf({ kind: 'Fixed', amount: AMOUNT_MAX }, 0n, 0n)).toBe(AMOUNT_MAX);
  });

  it('E2 is the largest whole number of least units that is no more than the share', () => {
    const anyFee = fc.bigInt({ min: 0n, max: AMOUNT_MAX });
    fc.assert(
      fc.property(anyFee, fc.integer({ min: 0, max: 10_000 }), (providerFee, bps) => {
        const fee = feeOf({ kind: 'Bps', bps }, 0n, providerFee);
        const rest = providerFee * BigInt(bps) - fee * 10_000n;
        expect(rest >= 0n && rest < 10_000n).toBe(true);
      }),
    );
  });
});

describe('CreateJob', () => {
  it('E3 takes both fees from the client and records the job as funded', () => {
    const ledger = createTestLedger();
    ledger.execute('carol', offer(NATIVE_TOKEN_ID));
    const id = ledger.execute('alice', hire(CONFIG));
    expect(ledger.job(id)).toEqual({
      configId: CONFIG,
      client: addressOf('alice'),
      provider: addressOf('bob'),
      evaluator: addressOf('carol'),
      tokenId: NATIVE_TOKEN_ID,
      providerFee: 40n,
      evaluatorFee: 4n,
      description: 'work',
      deliverable: undefined,
      status: 'Funded',
      origin: { sender: addressOf('alice'), nonce: 0n },
    });
    expect(['alice', 'bob', 'carol'].map((name) => ledger.balance(name))).toEqual([
      56n,
      100n,
      100n,
    ]);
    expect(ledger.supply()).toBe(300n);
  });

  it('E3 asks for the sum of both fees', () => {
    const ledger = createTestLedger();
    const evaluationFee = { kind: 'Fixed', amount: 60n } as const;
    ledger.execute('carol', offer(NATIVE_TOKEN_ID, { evaluationFee }));
    expect(ledger.refusal('alice', [hire(CONFIG, { providerFee: 40n })])).toBe(undefined);
    expect(ledger.refusal('alice', [hire(CONFIG, { providerFee: 41n })])).toEqual({
      code: 'InsufficientFunding',
      rule: 'V6',
      operationIndex: 0,
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 100n,
      required: 101n,
    });
  });

  it('E3 adds fees of 2^256 - 1 without wrapping around', () => {
    const ledger = createTestLedger();
    ledger.execute('carol', offer(NATIVE_TOKEN_ID, { minEvaluatorFee: AMOUNT_MAX }));
    expect(ledger.refusal('alice', [hire(CONFIG, { providerFee: AMOUNT_MAX })])).toMatchObject({
      code: 'InsufficientFunding',
      required: 2n * AMOUNT_MAX,
    });
  });

  it('D3 lacks, and does not refuse, terms that are not there', () => {
    const ledger = createTestLedger();
    expect(ledger.refusal('alice', [hire(CONFIG)])).toEqual(lacking('EscrowConfig', CONFIG));
    expect(ledger.missing('alice', [hire(CONFIG)])).toEqual([{ kind: 'EscrowConfig', id: CONFIG }]);
    ledger.execute('carol', offer(NATIVE_TOKEN_ID));
    expect(ledger.missing('alice', [hire(CONFIG)])).toEqual([]);
  });
});
