import type { Signer } from '@quorate/crypto';
import {
  BURN_ADDRESS,
  factsOf,
  LIMITS,
  type MultiSigConfig,
  multiSigAddress,
  type Operation,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import type { Inadmissible } from '../../scenario/byzantine/client-act.ts';
import type { InadmissibleKind } from '../../scenario/byzantine/words.ts';
import { createDirectSender } from '../../world/users/direct-sender.ts';
import { cellOperation, claimTransactionOf, transactionOf } from '../bare-transaction.ts';
import { SMALL_ORDER_SIGNATURE } from './bad-encoding.ts';
import { beyondLimit, type Exceeding } from './beyond-limits.ts';
import { terms, tokenCreation, tokenUpdate, unsignedClaim } from './plain-operations.ts';
import type { ClientStage } from './stage.ts';

/**
 * Sends a transaction that no validator may sign; if a quorum signs it, it is certified and
 * delivered.
 */
export function sendInadmissible({ kind, targets }: Inadmissible, stage: ClientStage): void {
  const { signer, validators, proxies } = stage;
  const envelope = inadmissible(kind, stage);
  if (factsOf(envelope.transaction).transaction.sender === signer.address) stage.hand(envelope);
  createDirectSender(stage).send(envelope, targets ?? [...validators, ...proxies]);
}

function inadmissible(kind: InadmissibleKind, stage: ClientStage): TransactionEnvelope {
  switch (kind) {
    case 'too-many-operations':
    case 'long-name':
    case 'long-new-name':
    case 'empty-new-name':
    case 'control-in-name':
    case 'too-many-mints':
    case 'too-many-mint-changes':
    case 'too-many-verifiers':
    case 'long-claim':
    case 'long-host':
    case 'long-description':
      return own(beyondLimit(kind, exceeding(stage)), stage);
    case 'repeated-mint':
      return own([tokenCreation('mints', [stage.signer.address, stage.signer.address])], stage);
    case 'no-operation':
      return own([], stage);
    case 'foreign-terms':
      return own([terms(victim(stage).address, { kind: 'Fixed', amount: 0n })], stage);
    case 'greedy-terms': {
      const fee = { kind: 'Bps', bps: LIMITS.basisPoints + 1 } as const;
      return own([terms(stage.signer.address, fee)], stage);
    }
    case 'burnt-admin':
      return own(
        [tokenCreation('gold'), tokenUpdate(exceeding(stage), { newAdmin: BURN_ADDRESS })],
        stage,
      );
    case 'second-claim':
      return own([unsignedClaim([], '00'), unsignedClaim([], '01')], stage);
    case 'small-order-sender': {
      const signature = { kind: 'Signature', signature: SMALL_ORDER_SIGNATURE } as const;
      return { transaction: transactionOf(BURN_ADDRESS, [cellOperation()], stage), signature };
    }
    case 'foreign-sender':
      return signed(transactionOf(victim(stage).address, [cellOperation()], stage), stage.signer);
    case 'verifiers-too-few':
    case 'verifier-duplicate':
    case 'verifier-stranger':
    case 'verifier-forged':
    case 'verifier-surplus-forged':
      return underVerified(kind, stage);
    default:
      return underSigned(kind, stage);
  }
}

function exceeding({ signer, nextNonce, name, signerOf }: ClientStage): Exceeding {
  const addressAt = (at: number) => signerOf(`${name}/${at}`).address;
  const addresses = (count: number) => Array.from({ length: count }, (_, at) => addressAt(at));
  return { signer, nonce: nextNonce(), addresses };
}

/** An account that nobody else knows, so that only the signature is wrong. */
function victim({ name, signerOf }: ClientStage): Signer {
  return signerOf(`victim/${name}`);
}

function own(operations: readonly Operation[], stage: ClientStage): TransactionEnvelope {
  const { signer, nextNonce } = stage;
  return signed(transactionOf(signer.address, operations, stage, nextNonce()), signer);
}

function signed(transaction: VersionedTransaction, { sign }: Signer): TransactionEnvelope {
  const signature = sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

/** A transaction of an account of the client and somebody else, which only the client signs. */
function underSigned(
  kind: Extract<InadmissibleKind, `multisig-${string}`>,
  stage: ClientStage,
): TransactionEnvelope {
  const { signer } = stage;
  const other = victim(stage);
  const forged = { ...signer, address: other.address };
  const config = {
    'multisig-too-few': configOf([signer, other]),
    'multisig-duplicate': configOf([signer, other]),
    'multisig-stranger': configOf([signer, other]),
    'multisig-forged': configOf([signer, other]),
    // A single signature is enough, so the forged one is more than needed.
    'multisig-surplus-forged': { ...configOf([signer, other]), quorum: 1n },
    'multisig-foreign-account': configOf([signer]),
    'multisig-no-quorum': { ...configOf([signer]), quorum: 0n },
    'multisig-repeated': { ...configOf([signer, signer]), quorum: 1n },
    'multisig-too-many': crowdOf(signer, stage),
  }[kind];
  const isForeign = kind === 'multisig-foreign-account';
  const sender = isForeign ? multiSigAddress(configOf([other])) : multiSigAddress(config);
  const transaction = transactionOf(sender, [cellOperation()], stage);
  const signers = {
    'multisig-too-few': [signer],
    'multisig-duplicate': [signer, signer],
    'multisig-stranger': [signer, stage.signerOf(`stranger/${stage.name}`)],
    'multisig-forged': [signer, forged],
    'multisig-surplus-forged': [signer, forged],
    'multisig-foreign-account': [signer],
    'multisig-no-quorum': [],
    'multisig-repeated': [signer],
    'multisig-too-many': [signer],
  }[kind];
  const { signingBytes } = factsOf(transaction);
  const signatures = signers.map(({ address, sign }) => [address, sign(signingBytes)] as const);
  return { transaction, signature: { kind: 'MultiSig', config, signatures } };
}

function configOf(signers: readonly Signer[]): MultiSigConfig {
  const authorizedSigners = signers.map(({ address }) => address);
  return { authorizedSigners, quorum: BigInt(signers.length), nonce: 0n };
}

/** An account with one signer more than allowed, each of which can act alone. */
function crowdOf({ address }: Signer, stage: ClientStage): MultiSigConfig {
  const others = exceeding(stage).addresses(LIMITS.multiSigSigners);
  return { authorizedSigners: [address, ...others], quorum: 1n, nonce: 0n };
}

/** A claim with two verifiers, of which one signs. */
function underVerified(
  kind: Extract<InadmissibleKind, `verifier${string}`>,
  stage: ClientStage,
): TransactionEnvelope {
  const { signer, nextNonce } = stage;
  const other = victim(stage);
  const verifiers = [signer.address, other.address];
  const forged = { ...signer, address: other.address };
  const signers = {
    'verifiers-too-few': [signer],
    'verifier-duplicate': [signer, signer],
    'verifier-stranger': [signer, stage.signerOf(`stranger/${stage.name}`)],
    'verifier-forged': [signer, forged],
    'verifier-surplus-forged': [signer, forged],
  }[kind];
  const quorum = kind === 'verifier-surplus-forged' ? 1 : verifiers.length;
  const parts = { verifiers, quorum, signers };
  return signed(claimTransactionOf(signer.address, parts, stage, nextNonce()), signer);
}
