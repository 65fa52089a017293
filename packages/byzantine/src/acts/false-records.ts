import type { EscrowJob, Result, Token } from '@quorate/core';
import type { EscrowStatus } from '@quorate/protocol';
import type { RecordLie } from '../words.ts';

/** Reports tokens and escrow jobs that differ from those that the validator holds. */
export function falseRecords(shows: RecordLie): (result: Result) => readonly Result[] | undefined {
  return (result) => {
    switch (result.type) {
      case 'TokenInfo':
        if (result.tokens.length === 0) return undefined;
        if (shows === 'refusal') return [REFUSAL];
        return [{ ...result, tokens: falsified(result.tokens, shows, laterToken) }];
      case 'EscrowJobs':
        if (result.jobs.length === 0) return undefined;
        if (shows === 'refusal') return [REFUSAL];
        return [{ ...result, jobs: falsified(result.jobs, shows, laterJob) }];
      default:
        return undefined;
    }
  };
}

/** Refuses the query as invalid. */
const REFUSAL: Result = {
  type: 'Rejected',
  rejection: { code: 'InvalidRequest', rule: 'V1', reason: 'made up' },
};

type Records<Id, R> = readonly (readonly [Id, R])[];

function falsified<Id extends string, R>(
  records: Records<Id, R>,
  shows: Exclude<RecordLie, 'refusal'>,
  later: (record: R) => R,
): Records<Id, R> {
  switch (shows) {
    case 'nothing':
      return [];
    case 'later':
      return records.map(([id, record]) => [id, later(record)]);
    case 'others':
      return records.flatMap((each) => [each, [turned(each[0]), each[1]] as const]);
  }
}

/** Gives the id that differs in its first bit. */
function turned<Id extends string>(id: Id): Id {
  return ((Number.parseInt(id.slice(0, 1), 16) ^ 8).toString(16) + id.slice(1)) as Id;
}

function laterToken({ supply, description }: Token): Token {
  if (description === undefined) return { supply: supply + 1n, description };
  const { updateCount, name } = description;
  const updated = { ...description, updateCount: updateCount + 1n, name: `${name}!`, mints: [] };
  return { supply: supply + 1n, description: updated };
}

/** A possible next status. A decided job has none, so it gets the other decision. */
const NEXT: Readonly<Record<EscrowStatus, EscrowStatus>> = {
  Funded: 'Submitted',
  Submitted: 'Completed',
  Completed: 'Refunded',
  Refunded: 'Completed',
};

function laterJob(job: EscrowJob): EscrowJob {
  const { status, deliverable = 'ee'.repeat(32) } = job;
  return { ...job, status: NEXT[status], deliverable };
}
