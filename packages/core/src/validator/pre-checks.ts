import { AMOUNT_MAX, type EscrowOperation, type Operation } from '@quorate/protocol';
import { committeeOf } from '../committee.ts';
import { isEligible } from '../ledger/operations/change-committee.ts';
import type { OperationContext } from '../ledger/operations/operation-rules.ts';
import { applyOperation } from '../ledger/operations/operation-table.ts';
import { Scratch } from '../ledger/scratch.ts';
import type { Result } from '../message.ts';
import { operationContext } from './operation-context.ts';
import { rejected, type Submission } from './rule-types.ts';

/**
 * P5: what a validator admits, so that nobody else's transaction can take an admission away (rule
 * D5), and what still cannot come to anything, so that a proxy refuses it before anybody signs.
 */
export function preCheck(submission: Submission): Result | undefined {
  const { state, env, transaction } = submission;
  const { operations } = transaction;
  const scratch = new Scratch(state.ledger);
  let index = -1;
  for (const operation of operations) {
    index += 1;
    const context = operationContext(submission, index);
    const fault = faultOf(operation, scratch, context);
    if (fault !== undefined) {
      return rejected({
        code: 'NonSubmittableOperation',
        rule: 'P5',
        operationIndex: index,
        reason: `operation ${index}: ${fault}`,
      });
    }
    const isLast = index === operations.length - 1;
    if (!isLast) applyOperation(env.rules.operations, operation, scratch, context);
  }
  return undefined;
}

function faultOf(
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): string | undefined {
  switch (operation.kind) {
    case 'Mint': {
      const supply = scratch.get('token', operation.tokenId)?.supply ?? 0n;
      return supply + operation.amount > AMOUNT_MAX
        ? 'the supply of a token is at most 2^256 - 1'
        : undefined;
    }
    case 'JoinCommittee': {
      const { config } = operation;
      const operator = context.transaction.sender;
      if (committeeOf(context.committees, config.address) !== undefined) {
        return `${config.address} was a member of a committee before`;
      }
      return isEligible({ operator, config }, scratch, context)
        ? undefined
        : `${config.address} cannot become a validator key`;
    }
    case 'LeaveCommittee': {
      const { sender } = context.transaction;
      const members = context.committees.at(-1)?.members ?? [];
      return members.some(({ operator }) => operator === sender) || isWaiting(scratch, context)
        ? undefined
        : 'the sender is no operator of the committee';
    }
    case 'Escrow':
      return submitFault(operation.escrow, scratch);
    default:
      return undefined;
  }
}

// Whoever waits for a seat gives its place in the queue up by leaving (rule C2).
function isWaiting(scratch: Scratch, { committees, transaction }: OperationContext): boolean {
  return scratch.hasRequest(
    (request) =>
      request.kind === 'Join' &&
      request.operator === transaction.sender &&
      committeeOf(committees, request.config.address) === undefined,
  );
}

function submitFault(escrow: EscrowOperation, scratch: Scratch): string | undefined {
  if (escrow.kind !== 'Submit') return undefined;
  const status = scratch.get('job', escrow.jobId)?.status;
  return status === 'Completed' || status === 'Refunded' ? `the job is ${status}` : undefined;
}
