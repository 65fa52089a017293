import { insufficientFunding } from './funding.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/**
 * Moves an amount from the sender to the recipient.
 *
 * The burn address is credited like any other. Source: ledger.md section 5.
 */
export const tokenTransfer: OperationRules<OperationOf<'TokenTransfer'>> = {
  validate: ({ tokenId, amount }, scratch, context) => {
    if (amount === 0n)
      return notSubmittable(context, 'the amount of a TokenTransfer is at least 1');
    return insufficientFunding(scratch, context, tokenId, amount);
  },
  apply: ({ tokenId, recipient, amount }, scratch, { transaction }) => {
    scratch.debit(transaction.sender, tokenId, amount);
    scratch.credit(recipient, tokenId, amount);
  },
};
