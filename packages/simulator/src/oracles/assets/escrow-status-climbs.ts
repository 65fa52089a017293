import { JOB_RANK } from '../model/job-rank.ts';
import type { Oracle } from '../oracle.ts';

/** The status of an escrow job never goes back, and a job that has ended stays as it ended. */
export function escrowStatusClimbs(): Oracle {
  return {
    name: 'escrow-status-climbs',
    kind: 'safety',
    afterStep: ({ validator, changes }) => {
      for (const { table, key, value, was } of changes) {
        if (table !== 'job') continue;
        const [from, to] = [was?.status, value?.status];
        if (from === undefined || from === to) continue;
        if (to !== undefined && JOB_RANK[to] > JOB_RANK[from]) continue;
        return {
          message: `${validator} took the job ${key} from ${from} to ${to ?? 'nothing'}`,
          facts: { validator, job: key, from, to: to ?? 'nothing' },
        };
      }
      return undefined;
    },
  };
}
