import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX, NATIVE_TOKEN_ID } from '../primitives.ts';
import { ACCOUNT_INFO, type AccountInfoResponse } from './responses.ts';

const FAR = 2n ** 300n;

function infoOf(balance: bigint): AccountInfoResponse {
  return {
    sender: '0a'.repeat(32) as AccountInfoResponse['sender'],
    balance,
    nextNonce: 0n,
    pendingConfirmation: null,
    requestedState: [],
    requestedCertificates: null,
    requestedValidatedTransaction: null,
    tokenBalance: [[NATIVE_TOKEN_ID, balance]],
  };
}

describe('what is known of an account', () => {
  it.each(['rpc', 'rest'] as const)(
    'shows balances beyond 2^256 - 1 as that, so that everybody can read them, %s',
    (dialect) => {
      const anyBalance = fc.oneof(
        fc.bigInt({ min: -FAR, max: FAR }),
        fc.bigInt({ min: -2n, max: 2n }).map((off) => AMOUNT_MAX + off),
        fc.bigInt({ min: -2n, max: 2n }).map((off) => off - AMOUNT_MAX),
      );
      fc.assert(
        fc.property(anyBalance, (balance) => {
          const read = ACCOUNT_INFO.fromJson(
            ACCOUNT_INFO.toJson(infoOf(balance), dialect),
            dialect,
            '$',
          );
          const limit = balance < 0n ? -AMOUNT_MAX : AMOUNT_MAX;
          const isBeyond = balance > AMOUNT_MAX || balance < -AMOUNT_MAX;
          expect(read).toEqual(infoOf(isBeyond ? limit : balance));
        }),
      );
    },
  );
});
