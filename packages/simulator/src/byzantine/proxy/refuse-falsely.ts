import { type Bend, falseRefusal, type Reach } from '@quorate/byzantine';
import { readableFacts } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { ProxyRefusal } from '../../scenario/byzantine/words.ts';
import type { ProxyStage } from './stage.ts';

/**
 * Refuses what clients submit and passes none of it on, not even when it is repeated: a client that
 * believes the refusal signs something else for that nonce. A submission that the act has let
 * through once is not refused later.
 */
export function refuseFalsely(
  code: ProxyRefusal,
  reach: Reach,
  { say }: Pick<ProxyStage, 'say'>,
): Bend {
  const refused = new Set<TransactionId>();
  const takenOn = new Set<TransactionId>();
  return {
    hear: (heard) => {
      const { from: peer, message } = heard;
      if (message.type !== 'SubmitTransaction') return heard;
      const facts = readableFacts(message.envelope);
      if (facts === undefined || takenOn.has(facts.id)) return heard;
      const isRefused =
        refused.has(facts.id) || reach.act({ peer, request: message }, () => true) === true;
      (isRefused ? refused : takenOn).add(facts.id);
      if (!isRefused) return heard;
      const { requestId } = message;
      const rejection = falseRefusal(code, facts);
      say(peer, { type: 'Response', requestId, result: { type: 'Rejected', rejection } });
      return undefined;
    },
  };
}
