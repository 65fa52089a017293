import { releaseOf } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  type NetworkId,
  type Operation,
  type TokenId,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import type { Manner, SignedForm } from '../../scenario/steps/manner.ts';
import type { ClaimStep, OperationStep } from '../../scenario/steps/step.ts';
import { type Meaning, operationsOf, type Position } from './operations.ts';

/** The place of a transaction that is signed without the client. */
export interface Standing extends Position {
  readonly networkId: NetworkId;
  readonly timestampNanos: bigint;
  readonly manner: Manner;
}

/** Builds the transaction that steps describe, with the verifier signatures on its claims. */
export function writeTransaction(
  steps: readonly OperationStep[],
  standing: Standing,
  meaning: Meaning,
): VersionedTransaction {
  const operations = operationsOf(steps, standing, meaning);
  const { feeToken: label } = standing.manner;
  const feeToken = label === undefined ? null : meaning.labels.idOf({ kind: 'token', name: label });
  const written = (said: readonly Operation[]) =>
    versioned(said, standing, feeToken as TokenId | null);
  const unverified = written(operations);
  const claims = steps.filter((step) => step.op === 'claim');
  if (claims.length === 0) return unverified;
  // Verifiers sign what the sender signs: a form without their own signatures.
  const { signingBytes } = factsOf(unverified);
  const verified = operations.map((operation, index) => {
    const step = steps[index];
    return operation.kind === 'ExternalClaim' && step?.op === 'claim'
      ? { ...operation, signatures: verifierSignatures(step, signingBytes, meaning) }
      : operation;
  });
  return written(verified);
}

/** Signs a transaction with the key of its account; in its signing form unless another is given. */
export function signTransaction(
  transaction: VersionedTransaction,
  signer: Signer,
  form?: SignedForm,
): TransactionEnvelope {
  const signature = signer.sign(bytesToSign(transaction, form));
  return { transaction, signature: { kind: 'Signature', signature } };
}

/** Gives the bytes of a transaction that a sender signs. */
export function bytesToSign(
  transaction: VersionedTransaction,
  form: SignedForm | undefined,
): Uint8Array {
  const { signingBytes, submittedBytes } = factsOf(transaction);
  return form === 'full' ? submittedBytes : signingBytes;
}

/**
 * Tells whether a transaction is signed beside the client: it cannot build a claim by itself, and a
 * renaming is of another release than all that it signs otherwise.
 */
export function isWrittenByHand(step: OperationStep): boolean {
  return step.op === 'claim' || (step.op === 'manage-token' && step.name !== undefined);
}

function versioned(
  operations: readonly Operation[],
  standing: Standing,
  feeToken: TokenId | null,
): VersionedTransaction {
  if (standing.manner.release === 'Unversioned') return unversioned(operations, standing);
  const { networkId, sender, nonce, timestampNanos, manner } = standing;
  return {
    release: releaseOf(operations),
    transaction: {
      networkId,
      sender,
      nonce,
      timestampNanos,
      claims: operations,
      archival: manner.archival ?? false,
      feeToken,
    },
  };
}

type UnversionedTransaction = VersionedTransaction<'Unversioned'>['transaction'];

// The recipient of a single payment or mint is a field of the transaction; with other operations it
// has no meaning.
function unversioned(
  operations: readonly Operation[],
  { sender, nonce, timestampNanos, manner }: Standing,
): VersionedTransaction<'Unversioned'> {
  const [only] = operations;
  const isPaid = only?.kind === 'TokenTransfer' || only?.kind === 'Mint';
  const recipient = operations.length === 1 && isPaid ? only.recipient : sender;
  const claim = operations.length === 1 ? only : { kind: 'Batch', operations };
  return {
    release: 'Unversioned',
    transaction: {
      sender,
      recipient,
      nonce,
      timestampNanos,
      claim: claim as UnversionedTransaction['claim'],
      archival: manner.archival ?? null,
    },
  };
}

function verifierSignatures(
  { signers }: ClaimStep,
  signingBytes: Uint8Array,
  { parties }: Meaning,
) {
  return signers.map((name) => {
    const verifier = parties.signer(name);
    return { verifierAddr: verifier.address, sig: verifier.sign(signingBytes) };
  });
}
