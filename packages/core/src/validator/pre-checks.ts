import { AMOUNT_MAX, type EscrowOperation, type Operation } from '@quorate/protocol';
import { committeeOf } from '../committee.ts';
import { isEligible } from '../ledger/operations/change-committee.ts';
import { isDecided } from '../ledger/operations/escrow/decide.ts';
import type { OperationContext } from '../ledger/operations/operation-rules.ts';
import { applyOperation } from '../ledger/operations/operation-table.ts';
import { Scratch } from '../ledger/scratch.ts';
import { type Result, rejected } from '../message.ts';
import { operationContext } from './operation-context.ts';
import type { Submission } from './rule-types.ts';

/**
 * P5: finds what a validator admits but a proxy should refuse before anybody signs.
 *
 * Validators admit these operations so that no transaction of another sender can withdraw an
 * admission (rule D5). Yet they achieve nothing, or take a supply past its cap.
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
        : 'the sender is not an operator of the committee';
    }
    case 'Escrow':
      return submitFault(operation.escrow, scratch);
    default:
      return undefined;
  }
}

// An operator whose join request is open leaves the queue with a LeaveCommittee (rule C2).
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
  const job = scratch.get('job', escrow.jobId);
  return job !== undefined && isDecided(job) ? `the job is ${job.status}` : undefined;
}
