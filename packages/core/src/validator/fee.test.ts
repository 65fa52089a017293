import { factsOf, NATIVE_TOKEN_ID, type Operation, type TokenId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { genesis } from '../../test/genesis.ts';
import { transaction, transfer } from '../../test/payments.ts';
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
});
