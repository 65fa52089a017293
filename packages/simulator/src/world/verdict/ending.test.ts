import type { Result } from '@quorate/core';
import type { Address, Rejection, TokenId } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './ending.ts';

const UNREACHABLE = {
  code: 'QuorumUnreachable',
  rule: 'P8',
  reason: 'no',
  unsettled: true,
  refusals: [],
  silent: [],
} as const;
const MINT_REMOVED = {
  tokenId: '11'.repeat(32) as TokenId,
  admin: '22'.repeat(32) as Address,
  nonce: 1n,
  updateId: 0n,
};

function rejected(rejection: Rejection): Result {
  return { type: 'Rejected', rejection };
}

describe('how a step ends', () => {
  it.each<[string, Result, string, string]>([
    [
      'what lacks signatures (P9)',
      { type: 'IncompleteMultiSig', envelope: {} as never, reason: '1 of 2' },
      'incomplete',
      '1 of 2',
    ],
    [
      'a mint that met its removal (D5)',
      rejected({ ...UNREACHABLE, mintRemoved: MINT_REMOVED }),
      'locked-by-mint-removal',
      'MintAgainstRemoval',
    ],
    ['what some may have signed (P4)', rejected(UNREACHABLE), 'unknown', 'QuorumUnreachable'],
    [
      'what nobody was asked to sign (P4)',
      rejected({ ...UNREACHABLE, unsettled: false }),
      'refused',
      'QuorumUnreachable',
    ],
    [
      'what stands behind something else (V4)',
      rejected({ code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [] }),
      'unknown',
      'PreviousTransactionMustBeConfirmedFirst',
    ],
  ])('is told of %s', (_, result, outcome, reason) => {
    expect(outcomeOf(result)).toEqual({ outcome, reason });
  });

  it('shows what was there and what was needed, for want of funds (V6)', () => {
    const tokenId = '11'.repeat(32) as TokenId;
    const funds = { tokenId, currentBalance: -2n, required: 7n };
    const refusal = { code: 'InsufficientFunding', rule: 'V6', ...funds } as const;
    expect(outcomeOf(rejected(refusal))).toEqual({
      outcome: 'refused',
      reason: 'InsufficientFunding',
      shortfall: { held: -2n, required: 7n },
    });
  });
});
