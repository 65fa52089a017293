import type { Bend, Reach, Said } from '@quorate/byzantine';
import { type AnnounceChange, followedBy, nodeNamesOf } from '@quorate/core';
import {
  factsOf,
  type Operation,
  type TransactionCertificate,
  type ValidatorConfig,
} from '@quorate/protocol';
import type { BendingAct } from '../../scenario/byzantine/act.ts';
import type { FalseChange } from '../../scenario/byzantine/validator-act.ts';
import { changeEnvelope, configOf } from '../../world/changes/committee-account.ts';
import type { Moments } from '../../world/moments.ts';
import { operatorOf } from '../../world/parties.ts';
import { transactionOf } from '../bare-transaction.ts';
import { flawedCertificate } from '../flawed-certificate.ts';
import type { ValidatorStage } from './stage.ts';

interface ForgingStage extends ValidatorStage {
  readonly moments: Pick<Moments, 'when'>;
}

/**
 * Reports a false change wherever the honest part reports a genuine one: in its announcements and
 * in its answers. At its moment it also announces one unasked, if it can forge one without a
 * genuine change.
 */
export function falseChange(
  { forges, members, moment }: BendingAct & FalseChange,
  reach: Reach,
  stage: ForgingStage,
): Bend {
  const made = new WeakSet<TransactionCertificate>();
  const configs = (epoch: number) => members.map((name) => configOf(name, epoch, stage.parties));

  function forged(certificate: TransactionCertificate): TransactionCertificate | undefined {
    const epoch = followedBy(certificate.envelope.transaction)?.epoch;
    if (epoch === undefined || made.has(certificate)) return undefined;
    return forges === 'members'
      ? withMembers(certificate, { epoch, configs: configs(epoch) }, stage)
      : madeUp(epoch);
  }

  function madeUp(epoch: number): TransactionCertificate | undefined {
    const certificate = uncertified({ epoch, configs: configs(epoch) }, stage);
    if (certificate !== undefined) made.add(certificate);
    return certificate;
  }

  function announce(): void {
    const committees = stage.state()?.committees ?? [];
    const epoch = committees.length;
    const certificate = madeUp(epoch);
    if (certificate === undefined) return;
    const seated = nodeNamesOf(committees.flatMap((each) => each.members));
    const requestId = `handover/announce/${epoch}`;
    const request: AnnounceChange = { type: 'AnnounceChange', requestId, epoch, certificate };
    for (const peer of new Set([...seated, ...members])) {
      if (peer === stage.name) continue;
      reach.act({ peer, request }, () => {
        stage.say(peer, request);
        return true;
      });
    }
  }

  if (moment !== undefined && forges === 'certificate') stage.moments.when(moment, announce);
  return {
    say: (said) => {
      const { to: peer, message, asked = message } = said;
      const bent = reach.act({ peer, request: asked }, () => withForged(said, forged));
      return bent === undefined ? [said] : [bent];
    },
  };
}

/** Replaces the changes in a message by forgeries; undefined if there are none. */
function withForged(
  said: Said,
  forged: (certificate: TransactionCertificate) => TransactionCertificate | undefined,
): Said | undefined {
  const { message } = said;
  if (message.type === 'AnnounceChange') {
    const certificate = forged(message.certificate);
    return certificate && { ...said, message: { ...message, certificate } };
  }
  if (message.type !== 'Response' || message.result.type !== 'Certificates') return undefined;
  const { certificates } = message.result;
  const forgeries = certificates.map(forged);
  if (forgeries.every((each) => each === undefined)) return undefined;
  const mixed = certificates.map((own, index) => forgeries[index] ?? own);
  return { ...said, message: { ...message, result: { ...message.result, certificates: mixed } } };
}

interface Wanted {
  readonly epoch: number;
  readonly configs: readonly ValidatorConfig[];
}

/**
 * Puts other members under the signatures of a genuine change; undefined if they are the genuine
 * members.
 */
function withMembers(
  { envelope: { transaction: versioned, signature }, signatures }: TransactionCertificate,
  { epoch, configs }: Wanted,
  { networkId }: Pick<ForgingStage, 'networkId'>,
): TransactionCertificate | undefined {
  const { sender, timestampNanos } = versioned.transaction;
  const newCommittee = { validators: configs };
  const operation: Operation = { kind: 'ChangeCommittee', epoch, newCommittee };
  const clock = { now: () => timestampNanos };
  const transaction = transactionOf(sender, [operation], { networkId, clock });
  if (factsOf(transaction).id === factsOf(versioned).id) return undefined;
  return { envelope: { transaction, signature }, signatures };
}

/**
 * Creates a change that only the liar's operator has signed, with a certificate that only the liar
 * has signed.
 */
function uncertified(
  { epoch, configs }: Wanted,
  stage: ValidatorStage,
): TransactionCertificate | undefined {
  const committee = stage.state()?.committees[epoch - 1];
  if (committee === undefined) return undefined;
  const { keys, rules, signer: latest } = stage.env();
  const choose = () => [operatorOf(stage.parties, stage.name)];
  const envelope = changeEnvelope(committee, configs, { ...stage, choose });
  const seat = committee.members.find(
    ({ validator }) => keys.find(validator.address) !== undefined,
  );
  const signer = (seat && keys.find(seat.validator.address)) ?? latest;
  const { signingBytes } = factsOf(envelope.transaction);
  return flawedCertificate('duplicate', {
    envelope,
    signatures: [[signer.address, signer.sign(signingBytes)]],
    quorum: rules.quorum(committee.members.length),
    stranger: signer,
  });
}
