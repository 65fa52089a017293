import type { Result } from '@quorate/core';
import type { Address, Rejection, TokenId } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { endingOf, outcomeOf } from './ending.ts';

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

  it('is told by name who refused and who was silent, if no quorum was reached (P8)', () => {
    const [v2, v3, v4] = ['02', '03', '04'].map((byte) => byte.repeat(32) as Address);
    const refusals = [
      { validator: v2, rejection: { code: 'InvalidRequest', rule: 'V1', reason: 'too long' } },
      { validator: v3, rejection: { code: 'EpochEnding', rule: 'V4', epoch: 1 } },
    ];
    const rejection = { ...UNREACHABLE, refusals, silent: [v4] } as Rejection;
    const nameOf = (address: Address) => `v${Number(address.slice(0, 2))}`;
    expect(endingOf(rejected(rejection), nameOf)).toEqual({
      outcome: 'unknown',
      reason: 'QuorumUnreachable',
      unreached: {
        refusals: ['v2 InvalidRequest (V1): too long', 'v3 EpochEnding (V4)'],
        silent: ['v4'],
      },
    });
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
