import { BURN_ADDRESS, type MintChange, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf } from '../../../test/ledger.ts';
import {
  creation,
  lacking,
  management,
  notSubmittable,
  UNKNOWN_TOKEN,
} from '../../../test/operations.ts';
import { type TokenDescription, updateKey } from '../ledger.ts';

const [ALICE, BOB, CAROL] = [addressOf('alice'), addressOf('bob'), addressOf('carol')];
const TOKEN = idOf('alice', 0n);

function createLedgerWithToken() {
  const ledger = createTestLedger();
  ledger.execute('alice', creation());
  return ledger;
}

function missingUpdate(updateId: bigint) {
  return { kind: 'TokenUpdate', id: updateKey(TOKEN as typeof NATIVE_TOKEN_ID, updateId) };
}

describe('TokenManagement', () => {
  it.each<[string, Parameters<typeof management>[2], Partial<TokenDescription>]>([
    ['nothing', {}, {}],
    ['the admin', { newAdmin: CAROL }, { admin: CAROL }],
    ['the name', { newTokenName: 'U' }, { name: 'U' }],
    ['a mint', { mints: [['Remove', BOB]] }, { mints: [] }],
    ['all at once', { newAdmin: BOB, newTokenName: 'V' }, { admin: BOB, name: 'V' }],
  ])('S5 changes %s and counts', (_, given, changed) => {
    const ledger = createLedgerWithToken();
    const before = ledger.token(TOKEN);
    ledger.execute('alice', management(TOKEN, 0n, given));
    expect(ledger.token(TOKEN)).toEqual({ ...before, ...changed, updateCount: 1n });
    expect(ledger.supply(TOKEN)).toBe(1000n);
  });

  it.each<[readonly MintChange[], readonly string[]]>([
    [[['Add', BOB]], [BOB]],
    [[['Remove', CAROL]], [BOB]],
    [
      [
        ['Remove', BOB],
        ['Add', BOB],
      ],
      [BOB],
    ],
    [
      [
        ['Add', CAROL],
        ['Remove', CAROL],
      ],
      [BOB],
    ],
    [[['Add', CAROL]], [BOB, CAROL].sort((a, b) => (a < b ? -1 : 1))],
    [[['Add', ALICE]], [ALICE, BOB].sort((a, b) => (a < b ? -1 : 1))],
  ])('S5 applies the changes of mints in order, and leaves them sorted %#', (mints, expected) => {
    const ledger = createLedgerWithToken();
    ledger.execute('alice', management(TOKEN, 0n, { mints }));
    expect(ledger.token(TOKEN)?.mints).toEqual(expected);
  });

  it('S5 records which certificate made an update', () => {
    const ledger = createLedgerWithToken();
    ledger.execute('alice', management(TOKEN, 0n));
    expect(ledger.state().ledger.update.get(missingUpdate(0n).id)).toEqual({
      sender: ALICE,
      nonce: 1n,
    });
  });

  it('S5 hands the token on: the next update is the new admin’s', () => {
    const ledger = createLedgerWithToken();
    ledger.execute('alice', management(TOKEN, 0n, { newAdmin: CAROL }));
    expect(ledger.refusal('alice', [management(TOKEN, 1n)])).toEqual(
      notSubmittable(`only the admin ${CAROL} manages this token`),
    );
    ledger.execute('carol', management(TOKEN, 1n, { newTokenName: 'U' }));
    expect(ledger.token(TOKEN)).toMatchObject({ name: 'U', updateCount: 2n });
  });

  it.each([
    ['a stranger', 'bob', management(TOKEN, 0n), `only the admin ${ALICE} manages this token`],
    [
      'the native token',
      'alice',
      management(NATIVE_TOKEN_ID, 0n),
      'nobody manages the native token',
    ],
    [
      'the burn address as admin',
      'alice',
      management(TOKEN, 0n, { newAdmin: BURN_ADDRESS }),
      'the new admin is not the burn address',
    ],
  ])('V6 refuses %s', (_, from, operation, reason) => {
    expect(createLedgerWithToken().refusal(from, [operation])).toEqual(notSubmittable(reason));
  });

  it('V6 refuses an update id that is taken', () => {
    const ledger = createLedgerWithToken();
    ledger.execute('alice', management(TOKEN, 0n));
    const refusal = notSubmittable('update_id is 1, got 0');
    expect(ledger.refusal('alice', [management(TOKEN, 0n)])).toEqual(refusal);
  });

  it('V6 lacks, and does not refuse, a token or an earlier update that is not there', () => {
    const ledger = createLedgerWithToken();
    expect(ledger.refusal('alice', [management(UNKNOWN_TOKEN, 0n)])).toEqual(
      lacking('Token', UNKNOWN_TOKEN),
    );
    // Whoever is admin by then: that too may come with the earlier update.
    for (const from of ['alice', 'bob']) {
      expect(ledger.refusal(from, [management(TOKEN, 2n)])).toEqual(
        lacking('TokenUpdate', missingUpdate(0n).id),
      );
    }
  });

  it('D2 lacks the creation, then the updates before it', () => {
    const ledger = createTestLedger();
    const third = [management(TOKEN, 2n)];
    expect(ledger.missing('alice', third)).toEqual([{ kind: 'Token', id: TOKEN }]);
    ledger.execute('alice', creation());
    expect(ledger.missing('alice', third)).toEqual([missingUpdate(0n)]);
    ledger.execute('alice', management(TOKEN, 0n));
    expect(ledger.missing('alice', third)).toEqual([missingUpdate(1n)]);
    ledger.execute('alice', management(TOKEN, 1n));
    expect(ledger.missing('alice', third)).toEqual([]);
  });

  it('V6 and S4 take a chain that one transaction makes', () => {
    const ledger = createTestLedger();
    const chain = [creation(), management(TOKEN, 0n), management(TOKEN, 1n, { newTokenName: 'U' })];
    expect(ledger.refusal('alice', chain)).toBe(undefined);
    expect(ledger.missing('alice', chain)).toEqual([]);
    ledger.settle('alice', chain);
    expect(ledger.token(TOKEN)).toMatchObject({ name: 'U', updateCount: 2n });
  });
});
