import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../test/ledger.ts';
import { CELL, initialize, notSubmittable, stateOf, update } from '../../../test/operations.ts';
import { cellKey } from '../ledger.ts';

const KEY = cellKey(addressOf('alice'), CELL);

describe('StateUpdate', () => {
  it('S5 moves the cell to its next state', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', initialize('aa'));
    ledger.execute('alice', update('aa', 'bb'));
    expect(Object.fromEntries(ledger.state().ledger.cell)).toEqual({ [KEY]: stateOf('bb') });
  });

  it('V6 shows each update the state that the one before it leaves', () => {
    const ledger = createTestLedger();
    const chain = [initialize('aa'), update('aa', 'bb'), update('bb', 'cc')];
    expect(ledger.refusal('alice', chain)).toBe(undefined);
    expect(ledger.refusal('alice', [...chain, update('bb', 'dd')])).toEqual(
      notSubmittable(`the cell ${CELL} holds ${stateOf('cc')}, not ${stateOf('bb')}`, 3),
    );
  });

  it('V6 refuses a cell that is not there, and another account’s', () => {
    const ledger = createTestLedger();
    ledger.execute('alice', initialize('aa'));
    expect(ledger.refusal('bob', [update('aa', 'bb')])).toEqual(
      notSubmittable(`the cell ${CELL} does not exist`),
    );
  });

  it('S4 needs no dependency but the sender’s earlier certificates', () => {
    expect(createTestLedger().missing('alice', [update('aa', 'bb')])).toEqual([]);
  });
});
