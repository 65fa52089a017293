import {
  type MissingDependency,
  type Operation,
  operationId,
  type TransactionFacts,
} from '@quorate/protocol';
import { claimedCommittee } from '../committee.ts';
import { invariant } from '../invariant.ts';
import { createdTokenId, createdTokens } from '../ledger/created-tokens.ts';
import { nonceKey, updateKey } from '../ledger/ledger.ts';
import { applyOperation, dependenciesOf } from '../ledger/operations/operation-table.ts';
import { Scratch } from '../ledger/scratch.ts';
import { type Result, rejected } from '../message.ts';
import { certificateFault } from '../verification/certificate.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { claimsFault } from '../verification/verifier-quorum.ts';
import { operationContext } from './operation-context.ts';
import type { Delivery } from './rule-types.ts';
import { epochOf, type ValidatorState } from './state.ts';
import { pendingOn } from './submission-checks.ts';

/** S1: the certificate is well formed and every signature in it is valid. */
export function checkCertificate(delivery: Delivery): Result | undefined {
  const { certificate, facts, transaction, env, state, envelope } = delivery;
  if (!namesNetwork(delivery)) {
    const reason = `the certificate is for ${transaction.networkId}`;
    return rejected({ code: 'InvalidCertificate', rule: 'S1', reason, epoch: epochOf(state) });
  }
  const quorumFault = certificateFault(certificate, facts, {
    committees: state.committees,
    quorum: env.rules.quorum,
    verifier: env.verifier,
    signatures: env.rules.signatures,
  });
  if (quorumFault !== undefined) {
    return rejected({
      code: 'InvalidCertificate',
      rule: 'S1',
      reason: quorumFault,
      epoch: epochOf(state),
    });
  }
  const fault =
    signatureFault(envelope.signature, facts, env.verifier, env.rules.signatures.sender) ??
    claimsFault(facts, env.verifier, env.rules.signatures.claim);
  return fault === undefined
    ? undefined
    : rejected({ code: 'InvalidSignature', rule: 'S1', reason: fault });
}

/** S2: answers a certificate that has already settled as the first time, and changes nothing. */
export function checkRepeat({ state, transaction, facts, account }: Delivery): Result | undefined {
  if (transaction.nonce >= account.nextNonce) return undefined;
  const settled = state.ledger.settled.get(nonceKey(transaction.sender, transaction.nonce));
  invariant(settled !== undefined, `nothing settled at nonce ${transaction.nonce} below the next`);
  if (settled === facts.id) {
    return { type: 'Settled', transactionId: facts.id, createdTokens: createdTokens(facts) };
  }
  return rejected({ code: 'ConflictingCertificate', rule: 'S2', settled, conflicting: facts.id });
}

/** S3: the earlier certificates of the sender must settle first (dependency D1). */
export function checkEarlierConfirmations({ transaction, account }: Delivery): Result | undefined {
  if (transaction.nonce <= account.nextNonce) return undefined;
  return rejected({
    code: 'MissingEarlierConfirmations',
    rule: 'S3',
    currentNonce: account.nextNonce,
  });
}

/**
 * S4: every dependency is in the stored state or is provided by an earlier operation of the same
 * transaction.
 *
 * The answer names all missing dependencies at once, so one more delivery is enough.
 */
export function checkDependencies(delivery: Delivery): Result | undefined {
  const { state, env, facts, transaction } = delivery;
  const scratch = new Scratch(state.ledger);
  const provided = new Set<string>();
  const missing = new Map<string, MissingDependency>();
  let index = -1;
  for (const operation of transaction.operations) {
    index += 1;
    const context = operationContext(delivery, index);
    for (const needed of dependenciesOf(env.rules.operations, operation, scratch, context)) {
      if (!provided.has(needed.id)) missing.set(needed.id, needed);
    }
    if (index === transaction.operations.length - 1) break;
    // An effect cannot fail (S5), so later operations see it even if it lacks a dependency itself.
    applyOperation(env.rules.operations, operation, scratch, context);
    const id = providedId(facts, index);
    if (id !== undefined) provided.add(id);
  }
  if (missing.size === 0) return undefined;
  return rejected({ code: 'MissingDependency', rule: 'S4', missing: [...missing.values()] });
}

// The ids are derived from the operation, because one that lacks a dependency may leave no record
// to look up.
function providedId(facts: TransactionFacts, index: number): string | undefined {
  const { sender, nonce, operations } = facts.transaction;
  const operation = operations[index];
  switch (operation?.kind) {
    case 'TokenCreation':
      return createdTokenId(facts, index);
    case 'TokenManagement':
      return updateKey(operation.tokenId, operation.updateId);
    case 'Escrow': {
      const { kind } = operation.escrow;
      const creates = kind === 'CreateConfig' || kind === 'CreateJob';
      return creates ? operationId(sender, nonce, index) : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * C2: a join or leave request settles only when the epoch is old enough, so that requests queue in
 * the order of their timestamps. The refusal is retryable and changes nothing.
 */
export function checkAge({ state, env, transaction }: Delivery): Result | undefined {
  const remaining = epochBeganAt(state) + state.genesis.minRequestAgeNanos - env.now;
  if (remaining <= 0n || !transaction.operations.some(isRequest)) return undefined;
  // A validator that is merging or has no seat replays what others settled in time.
  if (state.status !== 'active') return undefined;
  return rejected({ code: 'CertificateTooYoung', rule: 'C2', resendAfterNanos: remaining });
}

/**
 * C8: accepts a certificate of an earlier epoch only if the merged snapshots showed its
 * transaction, or left the account contested.
 *
 * The check applies to epochs before `served`, the last epoch this validator has merged its way
 * into, whether it still serves there or not. Any quorum of snapshots shows everything that a
 * quorum had signed, so a certificate for anything else can only have been made with keys that
 * leaked later. A lock that this validator took by signing since does not count as shown.
 * Certificates of epochs whose locks it has not merged are not checked here.
 */
export function checkEpoch(delivery: Delivery): Result | undefined {
  const { state, certificate, account, facts } = delivery;
  const { served } = state.handover;
  if (served === 0) return undefined;
  const epoch = claimedCommittee(state.committees, certificate)?.epoch ?? served;
  if (epoch >= served || account.lock?.kind === 'contested') return undefined;
  if (pendingOn(account, facts)?.isHandedOver === true) return undefined;
  const reason = `no member of epoch ${epoch} showed this transaction when the epoch ended`;
  return rejected({ code: 'InvalidCertificate', rule: 'C8', reason, epoch: epochOf(state) });
}

function epochBeganAt({ genesis, ledger, committees }: ValidatorState): bigint {
  const change = ledger.committee.get(String(committees.length - 1));
  return change === undefined ? genesis.genesisTimeNanos : change.beganAtNanos;
}

function isRequest({ kind }: Operation): boolean {
  return kind === 'JoinCommittee' || kind === 'LeaveCommittee';
}

function namesNetwork({ state, transaction }: Delivery): boolean {
  return transaction.networkId === null || transaction.networkId === state.genesis.networkId;
}
