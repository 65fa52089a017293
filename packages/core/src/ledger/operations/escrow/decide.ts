import type { EscrowJobId, MissingDependency, Rejection } from '@quorate/protocol';
import type { EscrowJob } from '../../ledger.ts';
import type { Scratch } from '../../scratch.ts';
import { missing } from '../missing.ts';
import { notSubmittable, type OperationContext } from '../operation-rules.ts';
import { type EscrowRules, missingJob } from './escrow-rules.ts';

/** E5: the evaluator accepts the deliverable. The provider and the evaluator are paid. */
export const complete: EscrowRules<'Complete'> = {
  validate: ({ jobId }, scratch, context) => {
    const fault = decisionFault(jobId, scratch, context);
    if (fault !== undefined) return fault;
    return scratch.get('job', jobId)?.status === 'Submitted'
      ? undefined
      : missing({ kind: 'EscrowSubmit', id: jobId });
  },
  dependencies: ({ jobId }, scratch) => jobDependency(jobId, scratch),
  apply: ({ jobId }, scratch) => payOut(jobId, scratch, 'Completed', ({ provider }) => provider),
};

/**
 * E5: the evaluator refuses. The client gets the provider's fee back, and the evaluator is paid.
 */
export const reject: EscrowRules<'Reject'> = {
  validate: ({ jobId }, scratch, context) => decisionFault(jobId, scratch, context),
  dependencies: ({ jobId }, scratch) => jobDependency(jobId, scratch),
  apply: ({ jobId }, scratch) => payOut(jobId, scratch, 'Refunded', ({ client }) => client),
};

function decisionFault(
  jobId: EscrowJobId,
  scratch: Scratch,
  context: OperationContext,
): Rejection | undefined {
  const job = scratch.get('job', jobId);
  if (job === undefined) return missing(missingJob(jobId));
  if (job.evaluator !== context.transaction.sender) {
    return notSubmittable(context, 'E5: only the evaluator of a job decides');
  }
  return isDecided(job) ? notSubmittable(context, `E5: the job is ${job.status}`) : undefined;
}

function jobDependency(jobId: EscrowJobId, scratch: Scratch): readonly MissingDependency[] {
  return scratch.get('job', jobId) === undefined ? [missingJob(jobId)] : [];
}

// E6: only the first decision pays. It is the same one at every validator, because both decisions
// come from the one evaluator.
function payOut(
  jobId: EscrowJobId,
  scratch: Scratch,
  status: 'Completed' | 'Refunded',
  payee: (job: EscrowJob) => EscrowJob['client'],
): void {
  const job = scratch.get('job', jobId);
  if (job === undefined || isDecided(job)) return;
  if (job.providerFee > 0n) scratch.credit(payee(job), job.tokenId, job.providerFee);
  if (job.evaluatorFee > 0n) scratch.credit(job.evaluator, job.tokenId, job.evaluatorFee);
  scratch.put('job', jobId, { ...job, status });
}

/** E6: tells whether the evaluator has decided. No later decision has an effect. */
export function isDecided({ status }: EscrowJob): boolean {
  return status === 'Completed' || status === 'Refunded';
}
