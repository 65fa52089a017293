import { missing } from '../missing.ts';
import { notSubmittable } from '../operation-rules.ts';
import type { EscrowRules } from './escrow-rules.ts';
import { missingJob } from './escrow-rules.ts';

/**
 * E4: the provider submits the deliverable.
 *
 * It is admitted even when the job has ended: otherwise an evaluator could lock a provider's
 * account by rejecting while the submission is on its way. The deliverable is then recorded and the
 * status stays.
 */
export const submit: EscrowRules<'Submit'> = {
  validate: ({ jobId }, scratch, context) => {
    const job = scratch.get('job', jobId);
    if (job === undefined) return missing(missingJob(jobId));
    if (job.provider !== context.transaction.sender) {
      return notSubmittable(context, 'E4: only the provider of a job submits');
    }
    if (job.deliverable !== undefined) {
      return notSubmittable(context, 'E4: a job has one deliverable');
    }
    return undefined;
  },
  dependencies: ({ jobId }, scratch) =>
    scratch.get('job', jobId) === undefined ? [missingJob(jobId)] : [],
  apply: ({ jobId, deliverable }, scratch) => {
    const job = scratch.get('job', jobId);
    if (job === undefined) return;
    const status = job.status === 'Funded' ? 'Submitted' : job.status;
    scratch.put('job', jobId, { ...job, deliverable, status });
  },
};
