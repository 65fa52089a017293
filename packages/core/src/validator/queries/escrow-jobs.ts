import { ESCROW_STATUSES, type EscrowJobId, LIMITS } from '@quorate/protocol';
import type { LoadedRows, LoadRange } from '../../effect.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { GetEscrowJobs, Result } from '../../message.ts';
import { isHash, jobListRange, lastPart } from '../../store-keys.ts';
import type { ValidatorState } from '../state.ts';
import { idsFault } from './filter.ts';

/** Gives the store ranges for a query about escrow jobs, or says what is wrong with the query. */
export function escrowJobRanges({ select }: GetEscrowJobs): readonly LoadRange[] | string {
  if (select.by === 'Id') return idsFault('job ids', select.jobIds) ?? [];
  const { role, party, status } = select;
  if (!isHash(party)) return 'the party is 64 lowercase hex digits';
  if (status !== undefined && !ESCROW_STATUSES.includes(status)) return `${status} is no status`;
  const statuses = status === undefined ? ESCROW_STATUSES : [status];
  return statuses.map((each) => jobListRange({ role, party, status: each }, LIMITS.listEntries));
}

/** Answers with escrow jobs, smallest id first (rule P12). */
export function escrowJobs(
  { ledger }: ValidatorState,
  { select }: GetEscrowJobs,
  rows: LoadedRows,
): Result {
  const ids =
    select.by === 'Id' ? select.jobIds : rows.flat().map(({ key }) => lastPart(key) as EscrowJobId);
  const jobs = [...new Set(ids)]
    .sort(byText)
    .slice(0, LIMITS.listEntries)
    .flatMap((id) => {
      const job = ledger.job.get(id);
      return job === undefined ? [] : [[id, job] as const];
    });
  return { type: 'EscrowJobs', jobs };
}
