import type { Bend, Reach } from '@quorate/byzantine';
import { openEnvelope, type Result, readableFacts, type SubmitTransaction } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import type { ForgedFlaw } from '../../scenario/byzantine/words.ts';
import { flawedCertificate } from '../flawed-certificate.ts';
import type { ProxyStage } from './stage.ts';

/** A submission of a client to which the proxy has not lied yet. */
interface Submitted {
  readonly client: NodeName;
  readonly request: SubmitTransaction;
}

/** Tells clients that a transaction has settled as soon as one validator has signed it. */
export function forgeQuorum(flaw: ForgedFlaw, reach: Reach, stage: ProxyStage): Bend {
  const submitted = new Map<TransactionId, readonly Submitted[]>();

  function note(client: NodeName, request: SubmitTransaction): void {
    const id = readableFacts(request.envelope)?.id;
    if (id !== undefined) submitted.set(id, [...(submitted.get(id) ?? []), { client, request }]);
  }

  function lie(result: Extract<Result, { readonly type: 'Signed' }>): void {
    const { transactionId, validator, signature } = result;
    const waiting = submitted.get(transactionId) ?? [];
    submitted.delete(transactionId);
    for (const { client, request } of waiting) {
      reach.act({ peer: client, request }, () => {
        const certificate = flawedCertificate(flaw, {
          envelope: openEnvelope(request.envelope),
          signatures: [[validator, signature]],
          quorum: stage.quorum,
          stranger: stage.signer,
        });
        const { requestId } = request;
        stage.say(client, {
          type: 'Response',
          requestId,
          result: { type: 'Success', certificate },
        });
        return true;
      });
    }
  }

  return {
    hear: (heard) => {
      const { from, message } = heard;
      if (message.type === 'SubmitTransaction') note(from, message);
      if (message.type === 'Response' && message.result.type === 'Signed') lie(message.result);
      return heard;
    },
  };
}
