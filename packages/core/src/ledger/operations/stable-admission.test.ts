import { NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { addressOf, anyLatestOperation } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf, type TestLedger } from '../../../test/ledger.ts';
import {
  burnOf,
  creation,
  decide,
  deliver,
  hire,
  initialize,
  management,
  mintOf,
  offer,
  transferOf,
  update,
} from '../../../test/operations.ts';

const TOKEN = idOf('alice', 0n);
const [FUNDED, SUBMITTED] = [idOf('alice', 1n), idOf('alice', 2n)];
const BOB = addressOf('bob');

/** A ledger with a token of alice's, terms of carol's and two jobs of bob's. */
function createBusyLedger(): TestLedger {
  const ledger = createTestLedger();
  ledger.execute('alice', creation());
  ledger.execute('carol', offer(NATIVE_TOKEN_ID));
  ledger.execute('alice', hire(idOf('carol', 0n)));
  ledger.execute('alice', hire(idOf('carol', 0n)));
  ledger.execute('bob', deliver(SUBMITTED));
  ledger.execute('bob', initialize('aa'));
  return ledger;
}

const MINT = mintOf(TOKEN, 1n);
const REMOVAL = management(TOKEN, 0n, { mints: [['Remove', BOB]] });

/** What each may do next on that ledger. */
const MOVES: readonly (readonly [string, Operation])[] = [
  ['alice', transferOf(NATIVE_TOKEN_ID, BOB, 12n)],
  ['alice', burnOf(TOKEN, 1000n)],
  ['alice', REMOVAL],
  ['alice', management(TOKEN, 0n, { newAdmin: addressOf('dave') })],
  ['alice', hire(idOf('carol', 0n), { providerFee: 10n })],
  ['bob', transferOf(NATIVE_TOKEN_ID, addressOf('alice'), 100n)],
  ['bob', MINT],
  ['bob', deliver(FUNDED)],
  ['bob', update('aa', 'bb')],
  ['carol', decide('Reject', FUNDED)],
  ['carol', decide('Reject', SUBMITTED)],
  ['carol', decide('Complete', SUBMITTED)],
  ['dave', { kind: 'LeaveCommittee' }],
  ['dave', { kind: 'JoinCommittee', config: { address: BOB, host: '', rpcPort: 0 } }],
];

describe('D5: what is admitted stays admitted until its sender moves', () => {
  it('D5 no operation lowers a balance of anyone but its sender', () => {
    fc.assert(
      fc.property(fc.array(anyLatestOperation(), { maxLength: 5 }), (operations) => {
        const ledger = createBusyLedger();
        const before = ledger.state().ledger.balance;
        ledger.settle('alice', operations);
        const after = ledger.state().ledger.balance;
        const lowered = [...before].filter(
          ([key, balance]) =>
            !key.startsWith(addressOf('alice')) && (after.get(key) ?? 0n) < balance,
        );
        expect(lowered).toEqual([]);
      }),
    );
  });

  it.each(MOVES)('D5 nothing that others do takes away what %s may do: %o', (name, operation) => {
    expect(createBusyLedger().refusal(name, [operation])).toBe(undefined);
    for (const [other, settled] of MOVES) {
      if (other === name || (operation === MINT && settled === REMOVAL)) continue;
      const ledger = createBusyLedger();
      ledger.execute(other, settled);
      expect(ledger.refusal(name, [operation])).toBe(undefined);
    }
  });

  it('D5 has one exception, which is published: a mint that the admin removes', () => {
    const ledger = createBusyLedger();
    ledger.execute('alice', REMOVAL);
    expect(ledger.refusal('bob', [MINT])?.code).toBe('NonSubmittableOperation');
  });
});
