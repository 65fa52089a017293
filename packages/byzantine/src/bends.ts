import { nonceKey, readableFacts, type ValidatorState } from '@quorate/core';
import type { TransactionFacts } from '@quorate/protocol';
import { answering } from './acts/answering.ts';
import {
  balancesRaised,
  duplicated,
  epochsRaised,
  forged,
  inTheNameOf,
  noncesRaised,
  statesRaised,
} from './acts/false-answers.ts';
import { falsePending } from './acts/false-pending.ts';
import { falseRecords } from './acts/false-records.ts';
import { staleView, twin } from './acts/instances.ts';
import { otherCertificates } from './acts/other-certificates.ts';
import { oversigned, without } from './acts/over-signing.ts';
import type { Bend } from './bend.ts';
import type { Deed } from './deeds.ts';
import { falseRefusal } from './false-refusals.ts';
import { isWithin, type Reach } from './reach.ts';
import type { Stage } from './stage.ts';
import { requestKindOf } from './traffic.ts';
import type { FalseRefusal } from './words.ts';

const RAISED = {
  balance: balancesRaised,
  nonce: noncesRaised,
  state: statesRaised,
  epoch: epochsRaised,
};

/** Creates the bend that performs a deed of a validator. */
export function deedBend(deed: Deed, reach: Reach, stage: Stage): Bend {
  switch (deed.act) {
    case 'twin':
      return twin(reach, stage);
    case 'stale-view':
      return staleView(deed.requests, reach, stage);
    case 'double-sign':
      return answering(reach, oversigned(without(['V4']), stage));
    case 'sign-invalid':
      return answering(reach, oversigned(without(deed.rules), stage));
    case 'withhold': {
      const { kinds } = deed;
      return answering(reach, (_result, asked) => {
        const kind = requestKindOf(asked);
        return kind !== undefined && kinds.includes(kind) ? [] : undefined;
      });
    }
    case 'forge':
      return answering(reach, forged);
    case 'duplicate-signer':
      return answering(reach, duplicated);
    case 'wrong-name':
      return answering(reach, (result) => {
        const validator = stage.addressOf(deed.as);
        return validator && inTheNameOf(validator)(result);
      });
    case 'lie':
      return lie(deed, reach, stage);
    case 'ack-without-apply':
      return ackWithoutApply(reach, stage);
    case 'selective-service':
      return {
        hear: (heard) => {
          const exchange = { peer: heard.from, request: heard.message };
          const isDeaf = () => (isWithin(exchange, deed.serves, stage.names) ? undefined : true);
          return reach.act(exchange, isDeaf) ? undefined : heard;
        },
      };
    case 'false-records':
      return answering(reach, falseRecords(deed.shows));
    case 'other-certificates':
      return otherCertificates(deed.shows, reach, stage);
    case 'refuse':
      return refuse(deed.code, reach, stage);
  }
}

function lie(
  { about, by }: Extract<Deed, { readonly act: 'lie' }>,
  reach: Reach,
  stage: Stage,
): Bend {
  if (about === 'pending') return falsePending(by, reach, stage);
  return by === 0n ? {} : answering(reach, RAISED[about](by));
}

function ackWithoutApply(reach: Reach, { say, state }: Stage): Bend {
  return {
    hear: (heard) => {
      const { from: peer, message } = heard;
      if (message.type !== 'SubmitCertificate') return heard;
      const facts = reach.act({ peer, request: message }, () => {
        const read = readableFacts(message.certificate.envelope);
        // What has settled is no lie.
        return read !== undefined && hasSettled(state(), read) ? undefined : read;
      });
      if (facts === undefined) return heard;
      const { requestId } = message;
      const result = { type: 'Settled', transactionId: facts.id, createdTokens: [] } as const;
      say(peer, { type: 'Response', requestId, result });
      return undefined;
    },
  };
}

function hasSettled(
  state: ValidatorState | undefined,
  { id, transaction: { sender, nonce } }: TransactionFacts,
): boolean {
  return state?.ledger.settled.get(nonceKey(sender, nonce)) === id;
}

function refuse(code: FalseRefusal, reach: Reach, { say }: Stage): Bend {
  return {
    hear: (heard) => {
      const { from: peer, message } = heard;
      if (message.type !== 'SubmitTransaction' && message.type !== 'CheckTransaction') return heard;
      const facts = reach.act({ peer, request: message }, () => readableFacts(message.envelope));
      if (facts === undefined) return heard;
      const { requestId } = message;
      const result = { type: 'Rejected', rejection: falseRefusal(code, facts) } as const;
      say(peer, { type: 'Response', requestId, result });
      return undefined;
    },
  };
}
