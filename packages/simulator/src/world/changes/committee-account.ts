import type { Committee } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  type TransactionEnvelope,
  type ValidatorConfig,
} from '@quorate/protocol';
import { type BareGround, transactionOf } from '../../byzantine/bare-transaction.ts';
import { quorumSize } from '../../quorums.ts';
import { operatorOf, type Parties } from '../parties.ts';

/**
 * Gives the configuration of a validator with its key of an epoch. Nodes of one process are reached
 * by name.
 */
export function configOf(validator: string, epoch: number, parties: Parties): ValidatorConfig {
  return { address: parties.seatKey(validator, epoch).address, host: validator, rpcPort: 0 };
}

/**
 * Gives a committee change, signed for the committee account by some of its operators (rules C1,
 * C3). With another `quorum` it is for a different multisig account of theirs, which may change
 * nothing.
 */
export function changeEnvelope(
  { epoch, members }: Committee,
  next: readonly ValidatorConfig[],
  {
    parties,
    choose,
    quorum: asked,
    ...ground
  }: BareGround & {
    readonly parties: Parties;
    /** Chooses who signs; a quorum of them is needed. */
    readonly choose: (operators: readonly Signer[], quorum: number) => readonly Signer[];
    readonly quorum?: number | undefined;
  },
): TransactionEnvelope {
  const operators = members.map(({ validator }) => operatorOf(parties, validator.host));
  const own = quorumSize(members.length);
  const quorum = asked ?? own;
  const config: MultiSigConfig = {
    authorizedSigners: operators.map(({ address }) => address),
    quorum: BigInt(quorum),
    nonce: BigInt(epoch),
  };
  const newCommittee = { validators: next };
  const operation = { kind: 'ChangeCommittee', epoch: epoch + 1, newCommittee } as const;
  const sender = multiSigAddress(config);
  parties.call(sender, `committee/${epoch}${quorum === own ? '' : `/${quorum}`}`);
  const transaction = transactionOf(sender, [operation], ground);
  const { signingBytes } = factsOf(transaction);
  const signatures = choose(operators, quorum).map(
    ({ address, sign }) => [address, sign(signingBytes)] as const,
  );
  return { transaction, signature: { kind: 'MultiSig', config, signatures } };
}
