import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../test/ledger.ts';
import { CELL, initialize, notSubmittable, reset, stateOf } from '../../../test/operations.ts';
import { cellKey } from '../ledger.ts';

describe('StateReset', () => {
  it('S5 sets the cell whatever it held', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', initialize('aa'));
    ledger.execute('alice', reset('bb'));
    const key = cellKey(addressOf('alice'), CELL);
    expect(Object.fromEntries(ledger.state().ledger.cell)).toEqual({ [key]: stateOf('bb') });
  });

  it('V6 refuses a cell that is not there, and another account’s', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', initialize('aa'));
    expect(ledger.refusal('alice', [reset('bb')])).toBe(undefined);
    expect(ledger.refusal('bob', [reset('bb')])).toEqual(
      notSubmittable(`the cell ${CELL} does not exist`),
    );
  });

  it('S4 needs no dependency but the sender’s earlier certificates', () => {
    expect(createTestLedger().missing('alice', [reset('bb')])).toEqual([]);
  });
});
