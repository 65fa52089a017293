import type { EscrowRole, EscrowStatus } from '@quorate/core';
import { paddedHex } from './padded-hex.ts';

/**
 * Says what is read instead of an account: a token, a job, or what there is of an account: its jobs in one role,
 * its certificates from a nonce on, one certificate, or what lacks signatures. Tokens and jobs are labels.
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
  /** Whether it is what the account has that lacks signatures (rule P9). */
  readonly incomplete?: true;
  /** Of which tokens balances of the account are read beside the native one; of all when absent. */
  readonly balances?: readonly string[];
  /** Which cells of the account are read, each as 64 hex digits; all when absent. */
  readonly cells?: readonly string[];
}

/** Hold what a file states of it. */
export interface RawSubject extends Omit<Subject, 'certificates' | 'incomplete'> {
  readonly certificates?: number | string;
  readonly incomplete?: boolean;
}

/** Give what is read, and nothing else of its step. */
export function subjectOf(raw: RawSubject): Subject {
  const { token, job, jobs, status, certificates, limit, certificate, incomplete } = raw;
  return {
    ...narrowedTo(raw),
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

function narrowedTo({ balances, cells }: RawSubject): Pick<Subject, 'balances' | 'cells'> {
  return {
    ...(balances === undefined ? {} : { balances }),
    ...(cells === undefined ? {} : { cells: cells.map(paddedHex) }),
  };
}

/** Tell whether nothing is read but what is known of an account, all of it or some. */
export function isOfAccount(subject: Subject): boolean {
  const { token, job, jobs, certificates, certificate, incomplete } = subject;
  const others = [token, job, jobs, certificates, certificate, incomplete];
  return others.every((each) => each === undefined);
}
