import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { missing, missingToken } from './missing.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/**
 * Adds to a token's supply and to the recipient's balance.
 *
 * This is the one admission that another sender can withdraw: an admin may remove the minter while
 * the transaction is on its way (rule D5). Source: ledger.md section 5.
 */
export const mint: OperationRules<OperationOf<'Mint'>> = {
  validate: ({ tokenId, amount }, scratch, context) => {
    if (amount === 0n) return notSubmittable(context, 'the amount of a Mint is at least 1');
    if (tokenId === NATIVE_TOKEN_ID) {
      return notSubmittable(context, 'nobody mints the native token');
    }
    const token = scratch.get('token', tokenId)?.description;
    if (token === undefined) return missing(missingToken(tokenId));
    return token.mints.includes(context.transaction.sender)
      ? undefined
      : notSubmittable(context, 'the sender is not a mint of this token');
  },
  apply: ({ tokenId, recipient, amount }, scratch) => {
    scratch.issue(tokenId, amount);
    scratch.credit(recipient, tokenId, amount);
  },
};
