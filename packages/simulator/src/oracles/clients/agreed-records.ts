import type { EscrowJob, GetEscrowJobs, GetTokenInfo, Token } from '@quorate/core';
import { plainText } from '../../plain-text.ts';
import { JOB_RANK } from '../model/job-rank.ts';

/** Records by their ids. */
type Records<R> = readonly (readonly [id: string, record: R])[];

/** What a proxy tells, and what validators answered to the same question. */
interface Told<Q, R> {
  readonly query: Q;
  readonly told: Records<R>;
  /** One list for each validator. */
  readonly said: readonly Records<R>[];
  /** How many must agree so that a correct one is among them: f + 1. */
  readonly needed: number;
  /** Whether every answer counts: those of members that have not merged may not. */
  readonly isWhole: boolean;
}

/**
 * Says what is wrong with what a proxy tells about tokens; undefined when nothing is (rule P7). A
 * description must be the newest that f + 1 give, and a supply one that f + 1 vouch for.
 */
export function tokensFault(reading: Told<GetTokenInfo, Token>): string | undefined {
  const { query, needed, isWhole } = reading;
  const isAsked = (id: string) => query.tokenIds.some((each) => each === id);
  const isOwed = ({ length }: readonly Token[]) => length >= needed;
  return recordsFault(reading, { isAsked, isOwed }, ({ supply, description }, given) => {
    const most = given.map((each) => each.supply).toSorted((a, b) => (a > b ? -1 : 1))[needed - 1];
    if (most === undefined || supply > most) return 'a supply that too few validators have told it';
    if (isWhole && supply < most) return 'a supply below what f + 1 validators have told it';
    const descriptions = given.flatMap((each) => each.description ?? []);
    const updates = (each: Token['description']) => Number(each?.updateCount ?? -1n);
    return newestFault(description, descriptions, { needed, isWhole, newness: updates });
  });
}

/**
 * Says what is wrong with what a proxy tells about escrow jobs; undefined when nothing is (rule
 * P7). Each must be the newest record that f + 1 give.
 */
export function jobsFault(reading: Told<GetEscrowJobs, EscrowJob>): string | undefined {
  const { query, needed, isWhole } = reading;
  // A disputed job is left out of a list, so that a liar cannot block the others.
  const isOwed = (given: readonly EscrowJob[]) =>
    query.select.by === 'Id' ? given.length >= needed : given.some(alikeIn(given, needed));
  return recordsFault(reading, { isAsked: isAskedFor(query), isOwed }, (job, given) =>
    newestFault(job, given, { needed, isWhole, newness }),
  );
}

// A submission may settle after the decision.
function newness(job: EscrowJob | undefined): number {
  if (job === undefined) return -1;
  return 2 * JOB_RANK[job.status] + (job.deliverable === undefined ? 0 : 1);
}

function isAskedFor({ select }: GetEscrowJobs): (id: string, job: EscrowJob) => boolean {
  if (select.by === 'Id') return (id) => select.jobIds.some((each) => each === id);
  const { role, party, status } = select;
  // Validators read the list of jobs from disk and their current records from memory, so a job may
  // have come further.
  const isThere = (job: EscrowJob) =>
    status === undefined || job.status === status || JOB_RANK[job.status] > JOB_RANK[status];
  return (_, job) => job[role] === party && isThere(job);
}

/** What must be told, and what may be. */
interface Scope<R> {
  readonly isAsked: (id: string, record: R) => boolean;
  /** Whether the answers about one record suffice for telling it. */
  readonly isOwed: (given: readonly R[]) => boolean;
}

function recordsFault<R>(
  { told, said, isWhole }: Told<unknown, R>,
  { isAsked, isOwed }: Scope<R>,
  faultOf: (record: R, given: readonly R[]) => string | undefined,
): string | undefined {
  const given = new Map<string, R[]>();
  for (const records of said) {
    for (const [id, record] of new Map(records)) {
      given.set(id, [...(given.get(id) ?? []), record]);
    }
  }
  let before = '';
  for (const [id, record] of told) {
    if (!isAsked(id, record)) return 'a record that was not asked for';
    if (id <= before) return 'records out of their order';
    before = id;
    const fault = faultOf(record, given.get(id) ?? []);
    if (fault !== undefined) return fault;
  }
  if (!isWhole) return undefined;
  const ids = new Set(told.map(([id]) => id));
  const isLeftOut = [...given].some(([id, all]) => !ids.has(id) && isOwed(all));
  return isLeftOut ? 'nothing of what f + 1 validators have told it' : undefined;
}

interface Counting<R> {
  readonly needed: number;
  readonly isWhole: boolean;
  readonly newness: (record: R | undefined) => number;
}

/** Says why a record is not the newest of those that f + 1 agree on. */
function newestFault<R extends object>(
  told: R | undefined,
  given: readonly R[],
  { needed, isWhole, newness: of }: Counting<R>,
): string | undefined {
  const isVouched = alikeIn(given, needed);
  if (told !== undefined && !isVouched(told))
    return 'a record that too few validators have told it';
  const isStale = given.some((record) => of(record) > of(told) && isVouched(record));
  return isWhole && isStale ? 'an older record than f + 1 validators have told it' : undefined;
}

/** Gives the function that tells whether enough validators gave the same record. */
function alikeIn<R extends object>(given: readonly R[], needed: number): (record: R) => boolean {
  const counts = new Map<string, number>();
  for (const text of given.map(plainText)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (record) => (counts.get(plainText(record)) ?? 0) >= needed;
}
