import { nonceKey, type Token } from '@quorate/core';
import { type EscrowOperation, type Operation, operationId } from '@quorate/protocol';
import { evaluatorFeeOf } from './escrow-model.ts';
import type { Settled } from './oracle.ts';
import { createdToken, rolesAfter, rolesIn, type TokenRoles } from './token-roles.ts';

/**
 * Tells whether the one operation of a transaction has left its record as it says; what it moves is
 * another matter, and state cells have an oracle of their own.
 */
export function isRecorded(operation: Operation, settled: Settled): boolean {
  const { facts, transaction, before, after } = settled;
  const { sender, nonce, timestampNanos } = transaction;
  switch (operation.kind) {
    case 'TokenCreation': {
      const { tokenName: name, decimals, mints } = operation;
      const token = after.token.get(createdToken(facts, 0));
      const roles = { admin: sender, mints: new Set(mints), updateCount: 0n };
      return hasRoles(token, roles) && isLike(token?.description, { name, decimals });
    }
    case 'TokenManagement': {
      const roles = rolesIn(before, operation.tokenId);
      const token = after.token.get(operation.tokenId);
      const name = operation.newTokenName ?? before.token.get(operation.tokenId)?.description?.name;
      if (roles === undefined) return true;
      return hasRoles(token, rolesAfter(roles, operation)) && token?.description?.name === name;
    }
    case 'ExternalClaim':
      return isLike(after.claim.get(facts.id), { sender, nonce });
    case 'JoinCommittee': {
      const request = after.request.get(`${nonceKey(sender, nonce)}/0`);
      const config = request?.kind === 'Join' ? request.config : undefined;
      return (
        isLike(request, { kind: 'Join', operator: sender, timestampNanos }) &&
        isLike(config, { ...operation.config })
      );
    }
    case 'LeaveCommittee': {
      const request = after.request.get(`${nonceKey(sender, nonce)}/0`);
      return isLike(request, { kind: 'Leave', operator: sender, timestampNanos });
    }
    case 'ChangeCommittee': {
      const record = after.committee.get(String(operation.epoch));
      const { validators } = operation.newCommittee;
      return (
        isLike(record, { changeId: facts.id, beganAtNanos: timestampNanos }) &&
        record?.members.length === validators.length &&
        record.members.every(({ validator }, at) => isLike(validator, { ...validators[at] }))
      );
    }
    case 'Escrow':
      return isEscrowRecorded(operation.escrow, settled);
    default:
      return true;
  }
}

function isEscrowRecorded(escrow: EscrowOperation, settled: Settled): boolean {
  const { transaction, before, after } = settled;
  const { sender, nonce } = transaction;
  const id = operationId(sender, nonce, 0);
  switch (escrow.kind) {
    case 'CreateConfig': {
      const { tokenId, evaluator, evaluationFee, minEvaluatorFee } = escrow;
      const config = after.config.get(id);
      return (
        isLike(config, { tokenId, evaluator, minEvaluatorFee }) &&
        isLike(config?.evaluationFee, { ...evaluationFee })
      );
    }
    case 'CreateJob': {
      const terms = before.config.get(escrow.configId);
      if (terms === undefined) return false;
      const { provider, providerFee, description } = escrow;
      const { evaluator, tokenId } = terms;
      const evaluatorFee = evaluatorFeeOf(terms, providerFee);
      const parties = { client: sender, provider, evaluator, tokenId };
      const job = { ...parties, providerFee, evaluatorFee, description, status: 'Funded' };
      return isLike(after.job.get(id), job);
    }
    case 'Submit': {
      const { deliverable } = escrow;
      return isLike(after.job.get(escrow.jobId), { deliverable });
    }
    case 'Complete':
    case 'Reject': {
      const status = escrow.kind === 'Complete' ? 'Completed' : 'Refunded';
      return isLike(after.job.get(escrow.jobId), { status });
    }
  }
}

/** Tells whether a record holds these values in its fields. */
export function isLike(
  record: object | undefined,
  expected: Readonly<Record<string, unknown>>,
): boolean {
  if (record === undefined) return false;
  const held: Readonly<Record<string, unknown>> = { ...record };
  return Object.entries(expected).every(([field, value]) => held[field] === value);
}

function hasRoles(token: Token | undefined, { admin, mints, updateCount }: TokenRoles): boolean {
  const description = token?.description;
  return (
    isLike(description, { admin, updateCount }) &&
    description?.mints.length === mints.size &&
    description.mints.every((mint) => mints.has(mint))
  );
}
