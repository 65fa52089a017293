import type { EscrowStatus } from '@quorate/protocol';

/**
 * The order of job statuses, which only climb (rule E6). Not the core's own table, which oracles
 * judge.
 */
export const JOB_RANK: Readonly<Record<EscrowStatus, number>> = {
  Funded: 0,
  Submitted: 1,
  Completed: 2,
  Refunded: 2,
};

/** Tells whether a job in this status is decided, so that it locks nothing any more (rule E5). */
export function isOver(status: EscrowStatus | undefined): boolean {
  return status !== undefined && JOB_RANK[status] === JOB_RANK.Completed;
}
