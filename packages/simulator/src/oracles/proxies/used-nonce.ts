import { nonceKey, readableFacts } from '@quorate/core';
import type { Address, TransactionFacts, TransactionId } from '@quorate/protocol';
import type { Place } from '../following/settled-lists.ts';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * If a correct proxy refuses a client's transaction because its nonce is used, a transaction is
 * certified there, and the next nonce that it reports is not in the future (rule P4).
 *
 * Our addition to ledger.md. A client that believes in a future nonce waits for ever.
 */
export function usedNonce({
  nameOf,
  unseen = [],
  mayCorrupt,
}: Pick<OracleContext, 'nameOf' | 'unseen' | 'mayCorrupt'>): Oracle {
  const used = new Set<string>();
  const next = new Map<Address, bigint>();
  const asked = new Map<TransactionId, Place>();

  function use({ transaction: { sender, nonce } }: Pick<TransactionFacts, 'transaction'>): void {
    used.add(nonceKey(sender, nonce));
    if (nonce >= (next.get(sender) ?? 0n)) next.set(sender, nonce + 1n);
  }

  return {
    name: 'used-nonce',
    kind: 'safety',
    noteCertified: use,
    noteSettlement: ({ facts }) => use(facts),
    afterClientWord: ({ message }) => {
      if (message.type !== 'SubmitTransaction') return undefined;
      const facts = readableFacts(message.envelope);
      if (facts !== undefined) asked.set(facts.id, facts.transaction);
      return undefined;
    },
    afterRefusal: ({ by, isCorrect, id, rejection }) => {
      // A validator whose steps cannot be seen may have settled it, and a damaged request is
      // another request.
      if (!isCorrect || unseen.length > 0 || mayCorrupt === true) return undefined;
      const place = asked.get(id);
      if (rejection.code !== 'UnexpectedNonce' || place === undefined) return undefined;
      const { expectedNonce } = rejection;
      if (expectedNonce <= place.nonce) return undefined;
      const isUsed = used.has(nonceKey(place.sender, place.nonce));
      if (isUsed && expectedNonce <= (next.get(place.sender) ?? 0n)) return undefined;
      return {
        message: `${by} told ${nameOf(place.sender)} that its next nonce is ${expectedNonce}, and nothing is certified before that`,
        facts: { proxy: by, transaction: id, expected: `${expectedNonce}` },
      };
    },
  };
}
