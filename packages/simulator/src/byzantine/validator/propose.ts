import { nodeNamesOf } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import type { CommitteeBook } from '../../oracles/committee-book.ts';
import type { Propose } from '../../scenario/byzantine/validator-act.ts';
import { changeEnvelope, configOf } from '../../world/changes/committee-account.ts';
import { operatorOf, type Parties } from '../../world/parties.ts';
import { createDirectSender, type DirectSenderOptions } from '../../world/users/direct-sender.ts';
import type { BareGround } from '../bare-transaction.ts';

/** What an operator needs to propose a committee. */
export interface ProposalStage extends BareGround, Omit<DirectSenderOptions, 'validators'> {
  /** The validator that it operates. */
  readonly validator: NodeName;
  readonly parties: Parties;
  readonly committees: CommitteeBook;
}

/**
 * Sends a change of the current committee that only the operators of liars have signed; if a quorum
 * of validators signs it, it settles.
 */
export function propose({ members, signers, quorum }: Propose, stage: ProposalStage): void {
  const { parties, committees, validator } = stage;
  const running = committees.running();
  const next = members.map((name) => configOf(name, running.epoch + 1, parties));
  const envelope = changeEnvelope(running, next, {
    ...stage,
    quorum,
    choose: () => [...new Set([validator, ...signers])].map((name) => operatorOf(parties, name)),
  });
  const validators = nodeNamesOf(running.members);
  createDirectSender({ ...stage, validators }).send(envelope, validators);
}
