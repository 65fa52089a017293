import type { EscrowStatus } from '@quorate/core';
import type { Oracle } from './oracle.ts';

const RANK: Readonly<Record<EscrowStatus, number>> = {
  Funded: 0,
  Submitted: 1,
  Completed: 2,
  Refunded: 2,
};

/** The status of an escrow job never goes down, and one that has ended keeps its end. */
export function escrowStatusClimbs(): Oracle {
  return {
    name: 'escrow-status-climbs',
    kind: 'safety',
    afterStep: ({ validator, changes }) => {
      for (const { table, key, value, was } of changes) {
        if (table !== 'job') continue;
        const [from, to] = [was?.status, value?.status];
        if (from === undefined || from === to) continue;
        if (to !== undefined && RANK[to] > RANK[from]) continue;
        return {
          message: `${validator} took the job ${key} from ${from} to ${to ?? 'nothing'}`,
          facts: { validator, job: key, from, to: to ?? 'nothing' },
        };
      }
      return undefined;
    },
  };
}
