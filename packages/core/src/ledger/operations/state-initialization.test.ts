import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../test/ledger.ts';
import { CELL, initialize, notSubmittable, stateOf } from '../../../test/operations.ts';
import { cellKey } from '../ledger.ts';

describe('StateInitialization', () => {
  it('S5 creates the cell of the sender, of nobody else', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', initialize('aa'));
    const cells = ledger.state().ledger.cell;
    expect(Object.fromEntries(cells)).toEqual({
      [cellKey(addressOf('alice'), CELL)]: stateOf('aa'),
    });
    expect(ledger.refusal('bob', [initialize('bb')])).toBe(undefined);
  });

  it('V6 refuses a cell that exists, in the ledger or by an earlier operation', () => {
    const ledger = createTestLedger();
    const twice = [initialize('aa'), initialize('aa')];
    const reason = `the cell ${CELL} exists already`;
    expect(ledger.refusal('alice', twice)).toEqual(notSubmittable(reason, 1));
    ledger.execute('alice', initialize('aa'));
    expect(ledger.refusal('alice', [initialize('aa')])).toEqual(notSubmittable(reason));
  });

  it('S4 needs no dependency', () => {
    expect(createTestLedger().missing('alice', [initialize('aa')])).toEqual([]);
  });
});
