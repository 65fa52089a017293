import { balanceKey } from '@quorate/core';
import type { Operation, TokenId } from '@quorate/protocol';
import { evaluatorFeeOf } from '../model/escrow-model.ts';
import type { Place } from './place.ts';

/** An amount of a token, in least units. */
export interface Cost {
  readonly tokenId: TokenId;
  readonly amount: bigint;
}

/** Gives what an operation takes from its sender; undefined when it takes nothing. */
export function costOf(operation: Operation, { paper }: Place): Cost | undefined {
  if (operation.kind === 'TokenTransfer' || operation.kind === 'Burn') return operation;
  if (operation.kind !== 'Escrow' || operation.escrow.kind !== 'CreateJob') return undefined;
  const { configId, providerFee } = operation.escrow;
  const terms = paper.config.get(configId);
  if (terms === undefined) return undefined;
  return { tokenId: terms.tokenId, amount: providerFee + evaluatorFeeOf(terms, providerFee) };
}

/** Gives the sender's balance of a token at a place in its transaction. */
export function heldAt({ paper, facts }: Place, tokenId: TokenId): bigint {
  return paper.balance.get(balanceKey(facts.transaction.sender, tokenId)) ?? 0n;
}
