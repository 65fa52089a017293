import type { AccountInfo, Pending } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  type Operation,
  type State,
  type StateKey,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { createParties } from '../../world/parties.ts';
import { accountFault } from './agreed-account.ts';

const { signer, witness } = openCrypto('stub');
const parties = createParties(signer);
const { address } = parties.signer('alice');
const [GOLD, LEAD] = ['07'.repeat(32), '08'.repeat(32)] as [TokenId, TokenId];
const [KEY, LATER] = ['01'.repeat(32), '02'.repeat(32)] as [StateKey, StateKey];
const [OLD, NEW] = ['0a'.repeat(32), '0b'.repeat(32)] as [State, State];
const LEAVE: Operation = { kind: 'LeaveCommittee' };
const RESET: Operation = { kind: 'StateReset', key: KEY, resetState: NEW };
const [own, rival, early] = [
  envelopeOf(address, LEAVE, 3n),
  envelopeOf(address, RESET, 3n),
  envelopeOf(address, LEAVE, 2n),
];
const forged = envelopeOf(address, { ...RESET, resetState: OLD }, 3n);

const BASE: AccountInfo = {
  type: 'AccountInfo',
  address,
  nextNonce: 3n,
  balance: 10n,
  pending: undefined,
  tokenBalances: [
    [GOLD, 5n],
    [LEAD, 7n],
  ],
  stateCells: [
    [KEY, OLD],
    [LATER, OLD],
  ],
};
const validators = ['v1', 'v2', 'v3'].map((name) => parties.signer(name));
const addressOf = (index: number) => validators[index]?.address as Address;

function pendingAt(index: number, envelope: TransactionEnvelope, isSigned = false): Pending {
  const { signingBytes } = factsOf(envelope.transaction);
  const signature = isSigned ? validators[index]?.sign(signingBytes) : undefined;
  return { kind: 'pending', envelope, validator: addressOf(index), signature };
}

/**
 * Gives what is wrong with what is told when three validators are at its nonce, each with the base
 * and these changes.
 */
function faultOf(
  told: Partial<AccountInfo>,
  ...others: readonly Partial<AccountInfo>[]
): string | undefined {
  const standing = [0, 1, 2].map((index) => ({
    validator: addressOf(index),
    info: { ...BASE, ...others[index] },
  }));
  const judge = { verifier: witness, isGenuine: (each: TransactionEnvelope) => each !== forged };
  return accountFault({ told: { ...BASE, ...told }, standing, needed: 2 }, judge);
}

describe('read-quorum, of what is told of an account', () => {
  it('P7 has nothing against what all say, and something where too few do', () => {
    expect(faultOf({})).toBeUndefined();
    const judge = { verifier: witness, isGenuine: () => true };
    const standing = [{ validator: addressOf(0), info: BASE }];
    expect(accountFault({ told: BASE, standing, needed: 2 }, judge)).toContain('too few');
  });

  it('P7 is of each balance the highest that f + 1 vouch for, none left out', () => {
    const said = [{ balance: 12n }, { balance: 11n, tokenBalances: [] }];
    expect(faultOf({ balance: 11n }, ...said)).toBeUndefined();
    for (const balance of [12n, 10n]) {
      expect(faultOf({ balance }, ...said)).toContain('another balance');
    }
    const [gold, lead] = BASE.tokenBalances;
    expect(faultOf({ tokenBalances: [gold as never] })).toContain('another balance');
    expect(faultOf({ tokenBalances: [lead, gold] as never })).toContain('balances out of');
    const strange = { tokenBalances: [...BASE.tokenBalances, ['09'.repeat(32), 1n]] as never };
    expect(faultOf({}, strange)).toBeUndefined();
    expect(faultOf(strange, strange)).toContain('another balance');
  });

  it('P7 shows the cells that f + 1 give alike, and who says otherwise', () => {
    const cells = (first: State) => ({
      stateCells: [
        [KEY, first],
        [LATER, OLD],
      ] as never,
    });
    const disagreements = [addressOf(1)];
    expect(faultOf({ disagreements }, {}, cells(NEW))).toBeUndefined();
    expect(faultOf({}, {}, cells(NEW))).toContain('who disagrees');
    expect(faultOf({ disagreements })).toContain('who disagrees');
    expect(faultOf({ disagreements: [addressOf(0)] }, {}, cells(NEW))).toContain('who disagrees');
    expect(faultOf(cells(NEW), {}, cells(NEW))).toContain('other cells');
    expect(faultOf({ stateCells: [] })).toContain('other cells');
    const turned = BASE.stateCells.toReversed();
    expect(faultOf({ stateCells: turned })).toContain('cells out of their order');
  });

  it('P7 shows as pending what any of them holds as its own, with a signature if it has given one', () => {
    const shown = { pending: pendingAt(0, own) };
    expect(faultOf(shown, shown)).toBeUndefined();
    expect(faultOf({}, shown)).toContain('without what');
    expect(faultOf(shown)).toContain('no validator shows');
    const signed = { pending: pendingAt(1, own, true) };
    expect(faultOf(signed, shown, signed)).toBeUndefined();
    expect(faultOf(shown, shown, signed)).toContain('without the signature');
    // What one says that another has signed does not count.
    const claimed = { pending: pendingAt(0, own, true) };
    expect(faultOf(shown, shown, claimed)).toBeUndefined();
  });

  it('P7 is a contest where two are shown, and nothing of what is not its next', () => {
    const contest = { pending: { kind: 'contested', envelopes: [own, rival] } as const };
    const [shown, other] = [{ pending: pendingAt(0, own) }, { pending: pendingAt(1, rival) }];
    expect(faultOf(contest, shown, other)).toBeUndefined();
    expect(faultOf(contest, contest)).toBeUndefined();
    expect(faultOf(shown, shown, other)).toContain('without what');
    for (const envelope of [early, forged]) {
      const wrong = { pending: pendingAt(0, envelope) };
      expect(faultOf({}, wrong)).toBeUndefined();
      expect(faultOf(wrong, wrong)).toContain('no validator shows');
    }
  });
});
