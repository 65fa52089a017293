import { type EscrowJobId, type EscrowStatus, LIMITS, stringifyJson } from '@quorate/protocol';
import type { EscrowJob } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { EscrowJobs } from '../../message.ts';

/** The order of the statuses: a job never goes back to a lower one (rule E6). */
const RANK: Readonly<Record<EscrowStatus, number>> = {
  Funded: 0,
  Submitted: 1,
  Completed: 2,
  Refunded: 2,
};

/** How several answers are combined. */
interface Vouching {
  /** f + 1. */
  readonly needed: number;
  /** Whether the read may be repeated. */
  readonly mayWait: boolean;
}

/**
 * Builds one answer from what a quorum says about escrow jobs (rule P7).
 *
 * For each job it takes the newest record that f + 1 validators give. If f + 1 know a job but no f
 * + 1 agree on it, the job is changing right now: the result is undefined, so that the read is
 * repeated while `mayWait`. A liar can prolong that for a job that only one correct validator has;
 * then the other jobs are returned without it.
 */
export function jobView(
  views: readonly EscrowJobs[],
  { needed, mayWait }: Vouching,
): EscrowJobs | undefined {
  const records = new Map<EscrowJobId, EscrowJob[]>();
  for (const { jobs } of views) {
    for (const [id, job] of new Map(jobs.slice(0, LIMITS.listEntries))) {
      records.set(id, [...(records.get(id) ?? []), job]);
    }
  }
  const known = [...records].filter(([, given]) => given.length >= needed);
  const agreed = known.flatMap(([id, given]) => {
    const job = newestOf(given, needed);
    return job === undefined ? [] : [[id, job] as const];
  });
  if (mayWait && agreed.length < known.length) return undefined;
  // Every validator lists its first entries, and the lists of those that lag differ (rule P12).
  const jobs = agreed.toSorted(([a], [b]) => byText(a, b)).slice(0, LIMITS.listEntries);
  return { type: 'EscrowJobs', jobs };
}

function newestOf(given: readonly EscrowJob[], needed: number): EscrowJob | undefined {
  const texts = given.map(textOf);
  const vouched = given.filter(
    (_, index) => texts.filter((text) => text === texts[index]).length >= needed,
  );
  return vouched.toSorted((a, b) => newness(b) - newness(a))[0];
}

// A submission may settle after the decision, and makes the record newer then (rule E6).
function newness({ status, deliverable }: EscrowJob): number {
  return 2 * RANK[status] + (deliverable === undefined ? 0 : 1);
}

function textOf(job: EscrowJob): string {
  const { configId, client, provider, evaluator, tokenId, description, status, origin } = job;
  return stringifyJson([
    [configId, client, provider, evaluator, tokenId, description, status],
    [job.providerFee, job.evaluatorFee, job.deliverable ?? null, origin.sender, origin.nonce],
  ]);
}
