import { createdTokenId } from '../created-tokens.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/**
 * Creates a token with the sender as admin and gives the sender its initial amount.
 *
 * Transfers, mints and burns may have settled before it; the creation adds to their sums. Source:
 * ledger.md sections 4 and 5.
 */
export const tokenCreation: OperationRules<OperationOf<'TokenCreation'>> = {
  validate: ({ mints }, scratch, context) => {
    if (new Set(mints).size !== mints.length) {
      return notSubmittable(context, 'the mints of a TokenCreation are distinct');
    }
    if (scratch.get('token', createdTokenId(context.facts, context.index))?.description) {
      return notSubmittable(context, 'an un-versioned transaction creates at most one token');
    }
    return undefined;
  },
  apply: (
    { tokenName, decimals, initialAmount, mints },
    scratch,
    { facts, index, transaction },
  ) => {
    const { sender, nonce } = transaction;
    const tokenId = createdTokenId(facts, index);
    scratch.issue(tokenId, initialAmount);
    scratch.describe(tokenId, {
      admin: sender,
      name: tokenName,
      decimals,
      mints: [...mints].sort(byText),
      updateCount: 0n,
      origin: { sender, nonce },
    });
    if (initialAmount > 0n) scratch.credit(sender, tokenId, initialAmount);
  },
};

/** Compares texts by their code units. For hex digits this is the order of the bytes. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
