import { operationId, type TokenId, type TransactionFacts } from '@quorate/protocol';

/**
 * Gives the id of the token that an operation of a transaction creates.
 *
 * The un-versioned shape names a token by its creating transaction, so it creates at most one.
 * Source: ledger.md section 5, "Ids".
 */
export function createdTokenId({ id, transaction }: TransactionFacts, index: number): TokenId {
  const { tokenIdScheme, sender, nonce } = transaction;
  // Both ids are 32 bytes as hex digits; as a token id is what they are used here.
  return (tokenIdScheme === 'transaction'
    ? id
    : operationId(sender, nonce, index)) as string as TokenId;
}

/** Lists the ids of the tokens that a transaction creates, in order. */
export function createdTokens(facts: TransactionFacts): readonly TokenId[] {
  return facts.transaction.operations.flatMap(({ kind }, index) =>
    kind === 'TokenCreation' ? [createdTokenId(facts, index)] : [],
  );
}
