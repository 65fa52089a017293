import type { Message } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { ForbiddenRole } from '../../scenario/byzantine/words.ts';
import type { QuorumAmong } from '../../world/quorum-among.ts';
import { createDirectSender } from '../../world/users/direct-sender.ts';
import {
  type BareGround,
  cellOperation,
  claimTransactionOf,
  transactionOf,
} from '../bare-transaction.ts';

/** What a validator needs to take a forbidden role. */
export interface RoleStage extends BareGround {
  /** The name under which the act sends; each act has its own. */
  readonly name: NodeName;
  /** Has the validator's key. */
  readonly signer: Signer;
  /** An unknown account with a key that may do what the validator's key may not. */
  readonly stranger: Signer;
  readonly transport: Transport<Message>;
  readonly validators: readonly NodeName[];
  readonly quorumAmong: QuorumAmong;
}

/**
 * Sends a transaction in which a validator's key has a forbidden role; if a quorum signs it, it
 * settles.
 */
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
