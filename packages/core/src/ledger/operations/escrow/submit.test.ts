import { NATIVE_TOKEN_ID } from '@quorate/protocol';
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

const JOB = idOf('alice', 0n);

function createLedgerWithJob(): TestLedger {
  const ledger = createTestLedger();
  ledger.execute('carol', offer(NATIVE_TOKEN_ID));
  ledger.execute('alice', hire(idOf('carol', 0n)));
  return ledger;
}

describe('Submit', () => {
  it('E4 records the deliverable and pays nobody', () => {
    const ledger = createLedgerWithJob();
    const before = ledger.job(JOB);
    const balances = ledger.state().ledger.balance;
    ledger.execute('bob', deliver(JOB));
    expect(ledger.job(JOB)).toEqual({
      ...before,
      deliverable: 'de'.repeat(32),
      status: 'Submitted',
    });
    expect([...ledger.state().ledger.balance]).toEqual([...balances]);
  });

  it('E4 refuses all but the provider', () => {
    const ledger = createLedgerWithJob();
    const refusal = notSubmittable('E4: only the provider of a job submits');
    for (const from of ['alice', 'carol', 'dave']) {
      expect(ledger.refusal(from, [deliver(JOB)])).toEqual(refusal);
    }
  });

  it('E4 refuses a second deliverable', () => {
    const ledger = createLedgerWithJob();
    const refusal = notSubmittable('E4: a job has one deliverable', 1);
    expect(ledger.refusal('bob', [deliver(JOB), deliver(JOB)])).toEqual(refusal);
  });

  it('E4 and E6 admit and record it when the job has ended; the status stays', () => {
    const ledger = createLedgerWithJob();
    ledger.execute('carol', decide('Reject', JOB));
    const before = ledger.job(JOB);
    ledger.execute('bob', deliver(JOB));
    expect(ledger.job(JOB)).toEqual({ ...before, deliverable: 'de'.repeat(32) });
    expect(before?.status).toBe('Refunded');
  });

  it('D3 lacks, and does not refuse, a job that is not there', () => {
    const ledger = createTestLedger();
    expect(ledger.refusal('bob', [deliver(JOB)])).toEqual(lacking('EscrowJob', JOB));
    expect(ledger.missing('bob', [deliver(JOB)])).toEqual([{ kind: 'EscrowJob', id: JOB }]);
    expect(createLedgerWithJob().missing('bob', [deliver(JOB)])).toEqual([]);
  });
});
