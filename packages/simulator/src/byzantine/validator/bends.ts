import { nonceKey, type ValidatorState } from '@quorate/core';
import type { TransactionFacts } from '@quorate/protocol';
import { readableFacts } from '../../oracles/readable-facts.ts';
import type { BendingValidatorAct } from '../../scenario/byzantine/validator-act.ts';
import type { Bend } from '../bend.ts';
import { falseRefusal } from '../false-refusals.ts';
import { createReach, isWithin, type Reach, type ReachGround } from '../reach.ts';
import { requestKindOf } from '../traffic.ts';
import { answering } from './answering.ts';
import {
  balancesRaised,
  duplicated,
  epochsRaised,
  forged,
  inTheNameOf,
  noncesRaised,
  statesRaised,
} from './false-answers.ts';
import { falseChange } from './false-change.ts';
import { falsePending } from './false-pending.ts';
import { falseRecords } from './false-records.ts';
import { falseSnapshot } from './false-snapshot.ts';
import { staleView, twin } from './instances.ts';
import { otherCertificates } from './other-certificates.ts';
import { colluding, oversigned, without } from './over-signing.ts';
import type { ValidatorStage } from './stage.ts';

const RAISED = {
  balance: balancesRaised,
  nonce: noncesRaised,
  state: statesRaised,
  epoch: epochsRaised,
};

/** Creates the bend that performs an act of a validator. */
export function validatorBend(
  act: BendingValidatorAct,
  stage: ValidatorStage,
  ground: ReachGround,
): Bend {
  const reach = createReach(act, ground);
  switch (act.act) {
    case 'twin':
      return twin(reach, stage);
    case 'stale-view':
      return staleView(act.requests, reach, stage);
    case 'double-sign':
      return answering(reach, oversigned(without(['V4']), stage));
    case 'sign-invalid':
      return answering(reach, oversigned(without(act.rules), stage));
    case 'collude':
      return answering(reach, colluding(act.with, stage));
    case 'withhold': {
      const { kinds } = act;
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
      return answering(reach, inTheNameOf(stage.addressOf(act.as)));
    case 'lie':
      return lie(act, reach, stage);
    case 'ack-without-apply':
      return ackWithoutApply(reach, stage);
    case 'selective-service':
      return {
        hear: (heard) => {
          const exchange = { peer: heard.from, request: heard.message };
          const isDeaf = () => (isWithin(exchange, act.serves, ground.parties) ? undefined : true);
          return reach.act(exchange, isDeaf) ? undefined : heard;
        },
      };
    case 'false-snapshot':
      return falseSnapshot(act, reach, stage);
    case 'false-change':
      return falseChange(act, reach, { ...stage, moments: ground.moments });
    case 'false-records':
      return answering(reach, falseRecords(act.shows));
    case 'other-certificates':
      return otherCertificates(act.shows, reach, stage);
    case 'refuse':
      return refuse(act.code, reach, stage);
  }
}

function lie(
  { about, by }: Extract<BendingValidatorAct, { readonly act: 'lie' }>,
  reach: Reach,
  stage: ValidatorStage,
): Bend {
  if (about === 'pending') return falsePending(by, reach, stage);
  return by === 0n ? {} : answering(reach, RAISED[about](by));
}

function ackWithoutApply(reach: Reach, { say, state }: ValidatorStage): Bend {
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

function refuse(
  code: Parameters<typeof falseRefusal>[0],
  reach: Reach,
  { say }: ValidatorStage,
): Bend {
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
