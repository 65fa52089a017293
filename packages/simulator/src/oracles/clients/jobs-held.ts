import type { EscrowJob, EscrowJobs, GetEscrowJobs, Ledger } from '@quorate/core';
import { LIMITS } from '@quorate/protocol';
import { JOB_RANK } from '../model/job-rank.ts';
import type { Asked } from '../oracle.ts';

type ByParty = Extract<GetEscrowJobs['select'], { readonly by: 'Party' }>;

/**
 * Says what is wrong with a validator's list of a party's jobs; undefined when nothing is (rules
 * P7, P12). Each job must be the party's in that role and have had that status since the question;
 * none may be missing that qualified all along; and the smallest id comes first.
 */
export function jobsHeldFault(
  { jobs }: EscrowJobs,
  { query: { select }, ledger: before }: Asked<GetEscrowJobs>,
  after: Ledger,
): string | undefined {
  if (select.by === 'Id') return undefined;
  const ids = jobs.map(([id]) => id);
  const isOrdered = ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id);
  if (!isOrdered) return 'jobs out of their order';
  const stray = jobs.find(([id, job]) => !mayBeListed(select, before.job.get(id), job));
  if (stray !== undefined) return `the job ${stray[0]}, which was not asked for`;
  // A full list ends somewhere, and is owed nothing beyond that.
  const end = ids.length < LIMITS.listEntries ? undefined : ids.at(-1);
  const listed = new Set<string>(ids);
  for (const [id, job] of after.job) {
    if (listed.has(id) || (end !== undefined && id > end)) continue;
    if (isOwed(select, before.job.get(id), job)) return `nothing of the job ${id}`;
  }
  return undefined;
}

// The disk is read between question and answer, and the job may change before and after that.
function mayBeListed(
  { role, party, status }: ByParty,
  was: EscrowJob | undefined,
  is: EscrowJob,
): boolean {
  if (is[role] !== party) return false;
  if (status === undefined || is.status === status) return true;
  const rank = JOB_RANK[status];
  return (was === undefined || JOB_RANK[was.status] <= rank) && rank < JOB_RANK[is.status];
}

function isOwed(
  { role, party, status }: ByParty,
  was: EscrowJob | undefined,
  is: EscrowJob,
): boolean {
  if (was === undefined || was[role] !== party) return false;
  return status === undefined || (was.status === status && is.status === status);
}
