import { AMOUNT_MAX, type EvaluationFee, NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf, type TestLedger } from '../../../../test/ledger.ts';
import {
  decide,
  deliver,
  hire,
  lacking,
  notSubmittable,
  offer,
} from '../../../../test/operations.ts';

const CONFIG = idOf('carol', 0n);
const JOB = idOf('alice', 0n);
const PARTIES = ['alice', 'bob', 'carol'] as const;

function createLedgerWithJob(): TestLedger {
  const ledger = createTestLedger();
  ledger.execute('carol', offer(NATIVE_TOKEN_ID));
  ledger.execute('alice', hire(CONFIG));
  return ledger;
}

function balancesIn(ledger: TestLedger, tokenId?: string): readonly bigint[] {
  return PARTIES.map((name) => ledger.balance(name, tokenId));
}

describe('Complete and Reject', () => {
  it('E5 Complete pays the provider and the evaluator', () => {
    const ledger = createLedgerWithJob();
    ledger.execute('bob', deliver(JOB));
    ledger.execute('carol', decide('Complete', JOB));
    expect(balancesIn(ledger)).toEqual([56n, 140n, 104n]);
    expect(ledger.job(JOB)).toMatchObject({ status: 'Completed', deliverable: 'de'.repeat(32) });
  });

  it('E5 Reject of a funded job pays the client back and the evaluator', () => {
    const ledger = createLedgerWithJob();
    ledger.execute('carol', decide('Reject', JOB));
    expect(balancesIn(ledger)).toEqual([96n, 100n, 104n]);
    expect(ledger.job(JOB)).toMatchObject({ status: 'Refunded', deliverable: undefined });
  });

  it('E5 Reject of a submitted job pays the same', () => {
    const ledger = createLedgerWithJob();
    ledger.execute('bob', deliver(JOB));
    ledger.execute('carol', decide('Reject', JOB));
    expect(balancesIn(ledger)).toEqual([96n, 100n, 104n]);
    expect(ledger.job(JOB)).toMatchObject({ status: 'Refunded', deliverable: 'de'.repeat(32) });
  });

  it.each(['Complete', 'Reject'] as const)('E5 %s is refused to all but the evaluator', (kind) => {
    const ledger = createLedgerWithJob();
    ledger.execute('bob', deliver(JOB));
    const refusal = notSubmittable('E5: only the evaluator of a job decides');
    for (const from of ['alice', 'bob', 'dave']) {
      expect(ledger.refusal(from, [decide(kind, JOB)])).toEqual(refusal);
    }
    expect(ledger.refusal('carol', [decide(kind, JOB)])).toBe(undefined);
  });

  it('E5 Complete lacks, and is not refused for, a deliverable that is not there', () => {
    const ledger = createLedgerWithJob();
    expect(ledger.refusal('carol', [decide('Complete', JOB)])).toEqual(
      lacking('EscrowSubmit', JOB),
    );
    // It settles all the same: a quorum has seen the deliverable (rule S5).
    expect(ledger.missing('carol', [decide('Complete', JOB)])).toEqual([]);
  });

  it.each(['Complete', 'Reject'] as const)('D3 %s lacks a job that is not there', (kind) => {
    const ledger = createTestLedger();
    expect(ledger.refusal('carol', [decide(kind, JOB)])).toEqual(lacking('EscrowJob', JOB));
    expect(ledger.missing('carol', [decide(kind, JOB)])).toEqual([{ kind: 'EscrowJob', id: JOB }]);
    expect(createLedgerWithJob().missing('carol', [decide(kind, JOB)])).toEqual([]);
  });

  it.each([
    ['Complete', 'Complete', 'Completed'],
    ['Complete', 'Reject', 'Completed'],
    ['Reject', 'Complete', 'Refunded'],
    ['Reject', 'Reject', 'Refunded'],
  ] as const)('E5 after %s, %s is refused', (first, second, status) => {
    const ledger = createLedgerWithJob();
    ledger.execute('bob', deliver(JOB));
    const both = [decide(first, JOB), decide(second, JOB)];
    expect(ledger.refusal('carol', both)).toEqual(notSubmittable(`E5: the job is ${status}`, 1));
  });
});

describe('parties that are one account', () => {
  it.each([
    ['Complete', [100n, 100n, 100n]],
    ['Reject', [100n, 100n, 100n]],
  ] as const)(
    'E5 %s pays one who is client, provider and evaluator what it paid',
    (kind, after) => {
      const ledger = createTestLedger();
      const own = ledger.execute('carol', offer(NATIVE_TOKEN_ID));
      const job = ledger.execute('carol', hire(own, { provider: addressOf('carol') }));
      expect(balancesIn(ledger)).toEqual([100n, 100n, 56n]);
      ledger.execute('carol', deliver(job));
      ledger.execute('carol', decide(kind, job));
      expect(balancesIn(ledger)).toEqual(after);
    },
  );
});

describe('fees of nothing', () => {
  it('E5 pays nobody, and credits nobody, where nothing was locked', () => {
    const ledger = createTestLedger();
    const evaluationFee = { kind: 'Bps', bps: 0 } as const;
    ledger.execute('carol', offer(NATIVE_TOKEN_ID, { evaluationFee, minEvaluatorFee: 0n }));
    ledger.execute('alice', hire(CONFIG, { providerFee: 0n }));
    const { rows } = ledger.settle('carol', [decide('Reject', JOB)]);
    expect(rows.filter(({ key }) => key.startsWith('credit/'))).toEqual([]);
    expect(balancesIn(ledger)).toEqual([100n, 100n, 100n]);
    expect(ledger.job(JOB)?.status).toBe('Refunded');
  });
});

describe('E6: whatever comes in whatever order', () => {
  it('E6 ends the same when the deliverable and its rejection race', () => {
    const [submitFirst, rejectFirst] = [createLedgerWithJob(), createLedgerWithJob()];
    submitFirst.execute('bob', deliver(JOB));
    submitFirst.execute('carol', decide('Reject', JOB));
    rejectFirst.execute('carol', decide('Reject', JOB));
    rejectFirst.execute('bob', deliver(JOB));
    expect(rejectFirst.job(JOB)).toEqual(submitFirst.job(JOB));
    expect(balancesIn(rejectFirst)).toEqual(balancesIn(submitFirst));
  });

  it('E6 ends the same where a Complete settles before its Submit', () => {
    const [lagging, upToDate] = [createLedgerWithJob(), createLedgerWithJob()];
    lagging.settle('carol', [decide('Complete', JOB)]);
    lagging.settle('bob', [deliver(JOB)]);
    upToDate.execute('bob', deliver(JOB));
    upToDate.execute('carol', decide('Complete', JOB));
    expect(lagging.job(JOB)).toEqual(upToDate.job(JOB));
    expect(balancesIn(lagging)).toEqual(balancesIn(upToDate));
  });

  it('E6 pays once, exactly what was locked, whatever settles', () => {
    const anyAmount = fc.oneof(
      fc.constantFrom(0n, 1n, AMOUNT_MAX),
      fc.bigInt({ min: 0n, max: 200n }),
    );
    const anyFee: fc.Arbitrary<EvaluationFee> = fc.oneof(
      fc.record({ kind: fc.constant('Fixed'), amount: anyAmount }),
      fc.record({ kind: fc.constant('Bps'), bps: fc.constantFrom(0, 1, 333, 10_000) }),
    );
    const anyStep = fc.constantFrom<readonly [string, Operation]>(
      ['bob', deliver(JOB)],
      ['carol', decide('Reject', JOB)],
      ['carol', decide('Complete', JOB)],
    );
    fc.assert(
      fc.property(
        fc.record({ evaluationFee: anyFee, minEvaluatorFee: anyAmount }),
        anyAmount,
        fc.array(anyStep, { maxLength: 5 }),
        (terms, providerFee, steps) => {
          const ledger = createTestLedger();
          ledger.settle('carol', [offer(NATIVE_TOKEN_ID, terms)]);
          ledger.settle('alice', [hire(CONFIG, { providerFee })]);
          const locked = 100n - ledger.balance('alice');
          for (const [from, operation] of steps) ledger.settle(from, [operation]);
          const job = ledger.job(JOB);
          const sum = balancesIn(ledger).reduce((total, balance) => total + balance, 0n);
          const isOver = steps.some(([from]) => from === 'carol');
          expect(job?.status === 'Completed' || job?.status === 'Refunded').toBe(isOver);
          expect(sum).toBe(isOver ? 300n : 300n - locked);
          expect(locked).toBe((job?.providerFee ?? 0n) + (job?.evaluatorFee ?? 0n));
        },
      ),
      { numRuns: 300 },
    );
  });
});
