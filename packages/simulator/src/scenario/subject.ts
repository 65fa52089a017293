import type { EscrowRole, EscrowStatus } from '@quorate/protocol';
import { present } from '../present.ts';
import { paddedHex } from './padded-hex.ts';

/**
 * What is read instead of an account: a token, a job, the jobs of an account in one role, its
 * certificates from a nonce on, a single certificate, or its transactions that lack signatures.
 * Tokens and jobs are given by label.
 */
export interface Subject {
  readonly token?: string;
  /** Further tokens that are read in the same question. */
  readonly andTokens?: readonly string[];
  readonly job?: string;
  /** Further jobs that are read in the same question. */
  readonly andJobs?: readonly string[];
  readonly jobs?: EscrowRole;
  /** Only jobs with this status; absent means all. */
  readonly status?: EscrowStatus;
  /** The lowest nonce. */
  readonly certificates?: bigint;
  /** The most certificates to give; absent means as many as a proxy gives at once. */
  readonly limit?: number;
  /**
   * The last certificate of an account, the one that created a token or a job, or the one that
   * decided a job.
   */
  readonly certificate?: 'last' | 'creation' | 'decision';
  /** Whether the account's transaction that lacks signatures is read (rule P9). */
  readonly incomplete?: true;
  /** The tokens whose balances are read besides the native one; all when absent. */
  readonly balances?: readonly string[];
  /** The keys of the cells that are read, each as 64 hex digits; all when absent. */
  readonly cells?: readonly string[];
}

/** The subject as the file states it. */
export interface RawSubject extends Omit<Subject, 'certificates' | 'incomplete'> {
  readonly certificates?: number | string;
  readonly incomplete?: boolean;
}

/** Gives the keys of a step that say what is read, and no others. */
export function subjectOf(raw: RawSubject): Subject {
  const { balances, cells, token, andTokens, job, andJobs, jobs, status } = raw;
  const { certificates, limit, certificate, incomplete } = raw;
  return present({
    balances,
    cells: cells?.map(paddedHex),
    token,
    andTokens,
    job,
    andJobs,
    jobs,
    status,
    certificates: certificates === undefined ? undefined : BigInt(certificates),
    limit,
    certificate,
    incomplete: incomplete === true ? incomplete : undefined,
  });
}

/** Tells whether the subject is just the account, with all or some of what is known of it. */
export function isOfAccount(subject: Subject): boolean {
  const { token, job, jobs, certificates, certificate, incomplete } = subject;
  const others = [token, job, jobs, certificates, certificate, incomplete];
  return others.every((each) => each === undefined);
}
