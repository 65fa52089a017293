import { type Genesis, openEnvelope, type Rejected, type Result } from '@quorate/core';
import { factsOf, type Rejection } from '@quorate/protocol';
import type { Asker } from './asker.ts';

/**
 * Makes an asker say of a transaction for another network that it is for another, whatever else is wrong with it.
 *
 * Checks run in the order of their rules and the first decides (rules V2, V3, V5). A proxy looks at signatures
 * and at what it has stored before it asks validators, and whoever has mistaken the network would be sent
 * away to sign anew for it.
 */
export function withOwnNetwork(
  asker: Asker,
  genesis: Pick<Genesis, 'networkId' | 'acceptsUnversioned'>,
): Asker {
  return {
    ...asker,
    async ask(to, request) {
      const result = await asker.ask(to, request);
      if (request.type !== 'SubmitTransaction' || !isOfLaterRule(result)) return result;
      const { networkId } = factsOf(openEnvelope(request.envelope).transaction).transaction;
      const isOurs =
        networkId === null ? genesis.acceptsUnversioned : networkId === genesis.networkId;
      if (isOurs) return result;
      return { ...result, rejection: foreign(genesis.networkId, networkId) };
    },
  };
}

function isOfLaterRule(result: Result | undefined): result is Rejected {
  return result?.type === 'Rejected' && ['V3', 'V5'].includes(result.rejection.rule);
}

// In the words of a validator.
function foreign(own: string, networkId: string | null): Rejection {
  const reason = `this is ${own}; the transaction is for ${networkId ?? 'the un-versioned shape'}`;
  return { code: 'NonSubmittableOperation', rule: 'V2', reason };
}
