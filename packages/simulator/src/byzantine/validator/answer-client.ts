import { type Bend, falseRefusal, type Reach } from '@quorate/byzantine';
import { openEnvelope, readableFacts, requestIdOf } from '@quorate/core';
import type { AnswerClient } from '../../scenario/byzantine/validator-act.ts';
import type { ValidatorStage } from './stage.ts';

/**
 * Refuses to clients, as if it were their proxy, what it is asked to check or to sign for them, and
 * does what it is asked.
 *
 * A client that signs a transaction itself takes it up at the time that stands in it, so that
 * everybody can name its first attempt.
 */
export function answerClient(
  { code }: Pick<AnswerClient, 'code'>,
  reach: Reach,
  { say, names }: Pick<ValidatorStage, 'say' | 'names'>,
): Bend {
  return {
    hear: (heard) => {
      const { from: peer, message } = heard;
      if (message.type !== 'SubmitTransaction' && message.type !== 'CheckTransaction') return heard;
      reach.act({ peer, request: message }, () => {
        const facts = readableFacts(message.envelope);
        if (facts === undefined) return undefined;
        const envelope = openEnvelope(message.envelope);
        const { sender, timestampNanos: takenUpAt } = facts.transaction;
        const client = names.account(sender);
        // No client is named like a multisig account.
        if (client === undefined || envelope.signature.kind === 'MultiSig') return undefined;
        const requestId = requestIdOf({ envelope, takenUpAt, attempt: 0 });
        const rejection = falseRefusal(code, facts);
        say(client, { type: 'Response', requestId, result: { type: 'Rejected', rejection } });
        return true;
      });
      return heard;
    },
  };
}
