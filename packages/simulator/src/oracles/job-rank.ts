import type { EscrowStatus } from '@quorate/core';

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
