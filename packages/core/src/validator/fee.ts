import { NATIVE_TOKEN_ID, type TokenId, type Transaction } from '@quorate/protocol';
import type { Genesis } from '../genesis.ts';

/** The fee of one transaction. */
export interface Fee {
  readonly tokenId: TokenId;
  readonly amount: bigint;
}

/**
 * Gives the fee of a transaction; undefined when its fee token is not accepted (rule V7).
 *
 * The fee depends on genesis and the transaction only, so it is the same wherever and whenever the
 * certificate settles.
 */
export function feeOf({ fees }: Pick<Genesis, 'fees'>, transaction: Transaction): Fee | undefined {
  const tokenId =
    transaction.feeToken === undefined && fees !== undefined
      ? fees.defaultToken
      : (transaction.feeToken ?? NATIVE_TOKEN_ID);
  if (fees === undefined || isFree(transaction)) return { tokenId, amount: 0n };
  const amount = Object.hasOwn(fees.amounts, tokenId) ? fees.amounts[tokenId] : undefined;
  return amount === undefined ? undefined : { tokenId, amount };
}

function isFree({ operations }: Transaction): boolean {
  return operations.every((operation) => {
    switch (operation.kind) {
      case 'JoinCommittee':
      case 'LeaveCommittee':
      case 'ChangeCommittee':
        return true;
      case 'Escrow':
        return operation.escrow.kind === 'CreateConfig';
      default:
        return false;
    }
  });
}
