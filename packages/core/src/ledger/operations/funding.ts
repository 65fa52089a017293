import type { Rejection, TokenId } from '@quorate/protocol';
import type { Scratch } from '../scratch.ts';
import type { OperationContext } from './operation-rules.ts';

/** Refuses an operation that takes more of a token than the sender holds (rule V6). */
export function insufficientFunding(
  scratch: Scratch,
  { transaction, index }: OperationContext,
  tokenId: TokenId,
  required: bigint,
): Rejection | undefined {
  const currentBalance = scratch.balance(transaction.sender, tokenId);
  if (currentBalance >= required) return undefined;
  return {
    code: 'InsufficientFunding',
    rule: 'V6',
    operationIndex: index,
    tokenId,
    currentBalance,
    required,
  };
}
