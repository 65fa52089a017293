import { type EscrowJobId, LIMITS, stringifyJson } from '@quorate/protocol';
import type { EscrowJob, EscrowStatus } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { EscrowJobs } from '../../message.ts';

/** How far a job has come (rule E6): it is never less than that again. */
const RANK: Readonly<Record<EscrowStatus, number>> = {
  Funded: 0,
  Submitted: 1,
  Completed: 2,
  Refunded: 2,
};

/** What makes one answer of several. */
interface Vouching {
  /** f + 1. */
  readonly needed: number;
  /** Whether the validators may be asked again. */
  readonly mayWait: boolean;
}

/**
 * Makes one answer of what a quorum says of escrow jobs (rule P7).
 *
 * Of each job the newest record that f + 1 give. Undefined where f + 1 know a job of which no f + 1 agree: it is
 * changing at this moment, and is better asked for again. Who lies about a job that another alone has can keep
 * it so; then the others are told without it.
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
  // Each lists its first, and those are not the same where one lags (rule P12).
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

// A delivery may settle after the decision, and is news then (rule E6).
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
