import type { EscrowStatus, Operation } from '@quorate/protocol';
import { isOver } from '../job-rank.ts';
import type { Settled } from '../oracle.ts';

/** The number of index rows of each kind by which jobs are found. */
export interface JobRows {
  /** By job: the certificate that submitted its deliverable. */
  submit: number;
  /** By job: the certificate that ended it. */
  decision: number;
  /** By party, role and status: rows written and rows deleted. */
  jobs: number;
}

/** Counts the rows that settlements must write so that jobs can be found. */
export function jobRowsOf(settled: readonly Settled[]): JobRows {
  const operations = settled.flatMap(({ transaction }) => transaction.operations);
  const turns = settled.flatMap(turnsIn);
  return {
    submit: operations.filter(isDelivery).length,
    decision: turns.filter(({ to }) => isOver(to)).length,
    // Client, provider and evaluator each have a row for the job under its status.
    jobs: turns.reduce((sum, { from }) => sum + (from === undefined ? 3 : 6), 0),
  };
}

/** A change of a job's status. */
interface Turn {
  readonly from: EscrowStatus | undefined;
  readonly to: EscrowStatus | undefined;
}

function turnsIn({ changes }: Settled): readonly Turn[] {
  return changes.flatMap(({ table, value, was }) => {
    if (table !== 'job' || value?.status === was?.status) return [];
    return [{ from: was?.status, to: value?.status }];
  });
}

function isDelivery(operation: Operation): boolean {
  return operation.kind === 'Escrow' && operation.escrow.kind === 'Submit';
}
