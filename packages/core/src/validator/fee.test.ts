import { factsOf, NATIVE_TOKEN_ID, type Operation, type TokenId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { genesis, nativeFee } from '../../test/genesis.ts';
import { createTestLedger } from '../../test/ledger.ts';
import { creation, hire, offer } from '../../test/operations.ts';
import { certified, payment, signedBy, transaction, transfer } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';
import { balanceKey } from '../ledger/ledger.ts';
import { feeOf } from './fee.ts';

const OTHER = '22'.repeat(32) as TokenId;
const fees = {
  amounts: { [NATIVE_TOKEN_ID]: 5n, [OTHER]: 7n },
  defaultToken: OTHER,
  account: addressOf('fees'),
};
const PAYMENT = transfer(addressOf('bob'), 1n);
const LEAVE: Operation = { kind: 'LeaveCommittee' };

function fee(operations: readonly Operation[], feeToken: TokenId | null, table = fees) {
  const { transaction: said } = factsOf(transaction(operations, { feeToken }));
  return feeOf(genesis({ fees: table }), said);
}

describe('V7 feeOf', () => {
  it('V7 is nothing, in any token, where genesis has no table', () => {
    const { transaction: said } = factsOf(transaction([PAYMENT], { feeToken: OTHER }));
    expect(feeOf(genesis(), said)).toEqual({ tokenId: OTHER, amount: 0n });
  });

  it('V7 takes null for the native token, and an absent field for the default fee token', () => {
    expect(fee([PAYMENT], null)).toEqual({ tokenId: NATIVE_TOKEN_ID, amount: 5n });
    expect(fee([PAYMENT], OTHER)).toEqual({ tokenId: OTHER, amount: 7n });
    const absent = { ...factsOf(transaction([PAYMENT])).transaction, feeToken: undefined };
    expect(feeOf(genesis({ fees }), absent)).toEqual({ tokenId: OTHER, amount: 7n });
  });

  it('V7 is undefined for a token that is not in the table', () => {
    expect(fee([PAYMENT], '33'.repeat(32) as TokenId)).toBe(undefined);
    expect(fee([PAYMENT], null, { ...fees, amounts: {} })).toBe(undefined);
  });

  it('V7 asks nothing for committee operations alone, and all of it for one beside a payment', () => {
    expect(fee([LEAVE, LEAVE], null)).toEqual({ tokenId: NATIVE_TOKEN_ID, amount: 0n });
    expect(fee([LEAVE, PAYMENT], null)).toEqual({ tokenId: NATIVE_TOKEN_ID, amount: 5n });
  });

  it('V7 asks nothing for the terms of an evaluator, and something for all else of escrow', () => {
    expect(fee([offer(NATIVE_TOKEN_ID)], null)?.amount).toBe(0n);
    expect(fee([offer(NATIVE_TOKEN_ID), LEAVE], OTHER)).toEqual({ tokenId: OTHER, amount: 0n });
    expect(fee([hire('00'.repeat(32))], null)?.amount).toBe(5n);
  });

  it('V7 asks nothing for any of the committee operations', () => {
    const config = { address: addressOf('v9'), host: '', rpcPort: 0 };
    expect(fee([{ kind: 'JoinCommittee', config }], null)?.amount).toBe(0n);
    const newCommittee = { validators: [config] };
    expect(fee([{ kind: 'ChangeCommittee', newCommittee, epoch: 1 }], null)?.amount).toBe(0n);
  });

  it('V7 lets free operations name any fee token', () => {
    expect(fee([LEAVE], '33'.repeat(32) as TokenId)?.amount).toBe(0n);
  });

  it('V7 knows no token by a name that every object has', () => {
    const said = {
      ...factsOf(transaction([PAYMENT])).transaction,
      feeToken: 'constructor' as TokenId,
    };
    expect(feeOf(genesis({ fees }), said)).toBe(undefined);
  });
});

describe('a fee', () => {
  const ACCOUNT = addressOf('fees');

  it('V7 is paid at settlement, on top of what the operations take; supply is unchanged', () => {
    const ledger = createTestLedger({ fees: nativeFee(5n) });
    ledger.execute('alice', PAYMENT);
    expect(['alice', 'bob', ACCOUNT].map((name) => ledger.balance(name))).toEqual([94n, 101n, 5n]);
    expect(ledger.supply()).toBe(300n);
  });

  it('V7 moves nothing when it is admitted', () => {
    const ledger = createTestLedger({ fees: nativeFee(5n) });
    const before = ledger.state();
    expect(ledger.refusal('alice', [PAYMENT])).toBe(undefined);
    expect(ledger.state()).toBe(before);
  });

  it('V7 is covered by what an operation of the same transaction brings', () => {
    const ledger = createTestLedger({ fees: nativeFee(5n) });
    expect(ledger.refusal('alice', [transfer(addressOf('bob'), 95n)])).toBe(undefined);
    expect(ledger.refusal('alice', [transfer(addressOf('bob'), 96n)])).toEqual({
      code: 'InsufficientFunding',
      rule: 'V7',
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 4n,
      required: 5n,
    });
  });

  it('V7 is debited whatever the balance here, as S5 debits everything', () => {
    const ledger = createTestLedger({ fees: nativeFee(5n) });
    ledger.settle('dave', [PAYMENT]);
    expect(ledger.balance('dave')).toBe(-6n);
    expect(ledger.balance(ACCOUNT)).toBe(5n);
  });

  it('V7 is paid in the token that the sender names', () => {
    const ledger = createTestLedger({ fees });
    expect(ledger.refusal('alice', [PAYMENT], { feeToken: OTHER })).toMatchObject({
      rule: 'V7',
      tokenId: OTHER,
      currentBalance: 0n,
      required: 7n,
    });
    ledger.settle('alice', [PAYMENT], { feeToken: OTHER });
    expect([ledger.balance('alice'), ledger.balance('alice', OTHER)]).toEqual([99n, -7n]);
    expect(ledger.balance(ACCOUNT, OTHER)).toBe(7n);
  });

  it('V7 is in the list of credits of the account that gets it, once per certificate', () => {
    const ledger = createTestLedger({ fees: nativeFee(5n) });
    const { rows } = ledger.settle('alice', [transfer(ACCOUNT, 1n)]);
    expect(rows.filter(({ key }) => key.startsWith('credit/')).length).toBe(1);
    expect(ledger.balance(ACCOUNT)).toBe(6n);
  });

  it('V7 of nothing credits nobody', () => {
    const ledger = createTestLedger({ fees: nativeFee(0n) });
    const { rows, changes } = ledger.settle('alice', [creation({ initialAmount: 0n })]);
    expect(rows.filter(({ key }) => key.startsWith('credit/'))).toEqual([]);
    const accounts = changes.filter(({ table }) => table === 'account').map(({ key }) => key);
    expect(accounts).toEqual([addressOf('alice')]);
  });

  it('V7 takes the un-versioned shape’s in the default fee token', () => {
    const validator = createTestValidator({ genesis: genesis({ fees }) });
    const unversioned = signedBy('alice', {
      release: 'Unversioned',
      transaction: {
        sender: addressOf('alice'),
        recipient: addressOf('bob'),
        nonce: 0n,
        timestampNanos: 0n,
        claim: { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, amount: 1n, userData: null },
        archival: null,
      },
    });
    expect(validator.submit(unversioned)).toMatchObject({
      rejection: { code: 'InsufficientFunding', rule: 'V7', tokenId: OTHER, required: 7n },
    });
    validator.deliver(certified(unversioned));
    expect(validator.state().ledger.balance.get(balanceKey(ACCOUNT, OTHER))).toBe(7n);
  });

  it('V7 credits nobody where genesis has no table', () => {
    const validator = createTestValidator();
    validator.deliver(certified(payment()));
    expect(validator.state().ledger.account.has(ACCOUNT)).toBe(false);
  });
});
