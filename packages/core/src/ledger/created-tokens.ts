import { createdId, type TokenId, type TransactionFacts } from '@quorate/protocol';

/** Gives the id of the token that an operation creates. */
export function createdTokenId(facts: TransactionFacts, index: number): TokenId {
  return createdId(facts, index) as TokenId;
}

/** Lists the ids of the tokens that a transaction creates, in order. */
export function createdTokens(facts: TransactionFacts): readonly TokenId[] {
  return facts.transaction.operations.flatMap(({ kind }, index) =>
    kind === 'TokenCreation' ? [createdTokenId(facts, index)] : [],
  );
}
