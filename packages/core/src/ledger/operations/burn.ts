import { insufficientFunding } from './funding.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/**
 * Takes an amount from the sender's balance and from the supply of the token. Source: ledger.md
 * section 5.
 */
export const burn: OperationRules<OperationOf<'Burn'>> = {
  validate: ({ tokenId, amount }, scratch, context) => {
    if (amount === 0n) return notSubmittable(context, 'the amount of a Burn is at least 1');
    return insufficientFunding(scratch, context, tokenId, amount);
  },
  apply: ({ tokenId, amount }, scratch, { transaction }) => {
    scratch.debit(transaction.sender, tokenId, amount);
    scratch.issue(tokenId, -amount);
  },
};
