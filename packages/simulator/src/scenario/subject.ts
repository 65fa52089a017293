import type { EscrowRole, EscrowStatus } from '@quorate/core';

/**
 * What is read instead of an account: a token, a job, the jobs of an account in one role, its
 * certificates from a nonce on, a single certificate, or its transactions that lack signatures.
 * Tokens and jobs are given by label.
 */
export interface Subject {
  readonly token?: string;
  readonly job?: string;
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
}

/** The subject as the file states it. */
export interface RawSubject extends Omit<Subject, 'certificates' | 'incomplete'> {
  readonly certificates?: number | string;
  readonly incomplete?: boolean;
}

/** Gives the keys of a step that say what is read, and no others. */
export function subjectOf({ certificates, ...rest }: RawSubject): Subject {
  const { token, job, jobs, status, limit, certificate, incomplete } = rest;
  return {
    ...(token === undefined ? {} : { token }),
    ...(job === undefined ? {} : { job }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(status === undefined ? {} : { status }),
    ...(certificates === undefined ? {} : { certificates: BigInt(certificates) }),
    ...(limit === undefined ? {} : { limit }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(incomplete === true ? { incomplete } : {}),
  };
}

/** Tells whether the subject is just the account, with all that is known of it. */
export function isOfAccount(subject: Subject): boolean {
  const { token, job, jobs, certificates, certificate, incomplete } = subject;
  const others = [token, job, jobs, certificates, certificate, incomplete];
  return others.every((each) => each === undefined);
}
