import type { Message } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { ForbiddenRole } from '../../scenario/byzantine/validator-act.ts';
import { createDirectSender } from '../../world/direct-sender.ts';
import type { QuorumAmong } from '../../world/quorum-among.ts';
import {
  type BareGround,
  cellOperation,
  claimTransactionOf,
  transactionOf,
} from '../bare-transaction.ts';

/** What a validator works with that takes a role. */
export interface RoleStage extends BareGround {
  /** Under which name it speaks; it is the act's own. */
  readonly name: NodeName;
  /** With the validator's key. */
  readonly signer: Signer;
  /** Somebody whose key may do what the validator's may not, and of whom nobody has heard. */
  readonly stranger: Signer;
  readonly transport: Transport<Message>;
  readonly validators: readonly NodeName[];
  readonly quorumAmong: QuorumAmong;
}

/** Hands out a transaction in which a validator's key has a role; should a quorum sign, it settles. */
export function takeRole(role: ForbiddenRole, stage: RoleStage): void {
  createDirectSender(stage).send(envelopeOf(role, stage), stage.validators);
}

function envelopeOf(role: ForbiddenRole, stage: RoleStage): TransactionEnvelope {
  const { signer, stranger } = stage;
  switch (role) {
    case 'sender': {
      const transaction = transactionOf(signer.address, [cellOperation()], stage);
      const signature = signer.sign(factsOf(transaction).signingBytes);
      return { transaction, signature: { kind: 'Signature', signature } };
    }
    case 'signer': {
      const config: MultiSigConfig = {
        authorizedSigners: [signer.address],
        quorum: 1n,
        nonce: 0n,
      };
      const transaction = transactionOf(multiSigAddress(config), [cellOperation()], stage);
      const signature = signer.sign(factsOf(transaction).signingBytes);
      const signatures = [[signer.address, signature]] as const;
      return { transaction, signature: { kind: 'MultiSig', config, signatures } };
    }
    case 'verifier': {
      const parts = { verifiers: [signer.address], quorum: 1, signers: [signer] };
      const transaction = claimTransactionOf(stranger.address, parts, stage);
      const signature = stranger.sign(factsOf(transaction).signingBytes);
      return { transaction, signature: { kind: 'Signature', signature } };
    }
  }
}
