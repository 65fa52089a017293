import type { EscrowRole, EscrowStatus } from '@quorate/core';

/**
 * Says what is read instead of an account: a token, a job, or what there is of an account: its jobs in one role,
 * its certificates from a nonce on, or one certificate. Tokens and jobs are labels.
 */
export interface Subject {
  readonly token?: string;
  readonly job?: string;
  readonly jobs?: EscrowRole;
  /** Which of those jobs; all when absent. */
  readonly status?: EscrowStatus;
  /** The lowest nonce. */
  readonly certificates?: bigint;
  /** How many certificates at most; all that a proxy gives at once when absent. */
  readonly limit?: number;
  /** The last that settled of an account, what created a token or a job, or what decided a job. */
  readonly certificate?: 'last' | 'creation' | 'decision';
}

/** Hold what a file states of it. */
export interface RawSubject extends Omit<Subject, 'certificates'> {
  readonly certificates?: number | string;
}

/** Give what is read, and nothing else of its step. */
export function subjectOf({ certificates, ...rest }: RawSubject): Subject {
  const { token, job, jobs, status, limit, certificate } = rest;
  return {
    ...(token === undefined ? {} : { token }),
    ...(job === undefined ? {} : { job }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(status === undefined ? {} : { status }),
    ...(certificates === undefined ? {} : { certificates: BigInt(certificates) }),
    ...(limit === undefined ? {} : { limit }),
    ...(certificate === undefined ? {} : { certificate }),
  };
}

/** Tell whether nothing is read but all that is known of an account. */
export function isOfAccount({ token, job, jobs, certificates, certificate }: Subject): boolean {
  return [token, job, jobs, certificates, certificate].every((each) => each === undefined);
}
