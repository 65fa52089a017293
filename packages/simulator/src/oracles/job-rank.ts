import type { EscrowStatus } from '@quorate/core';

/** How far a job has come: its status only climbs (rule E6). Not the core's own table, which oracles judge. */
export const JOB_RANK: Readonly<Record<EscrowStatus, number>> = {
  Funded: 0,
  Submitted: 1,
  Completed: 2,
  Refunded: 2,
};
