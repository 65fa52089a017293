import type { EscrowStatus } from '@quorate/core';
import type { Operation } from '@quorate/protocol';
import type { Settled } from './oracle.ts';

/** How many rows there are of each kind by which jobs are found. */
export interface JobRows {
  /** By job: the certificate that delivered for it. */
  submit: number;
  /** By job: the certificate that ended it. */
  decision: number;
  /** By party, role and status: rows that come and rows that go. */
  jobs: number;
}

/** Counts the rows that settlements have to write so that jobs are found. */
export function jobRowsOf(settled: readonly Settled[]): JobRows {
  const operations = settled.flatMap(({ transaction }) => transaction.operations);
  const turns = settled.flatMap(turnsIn);
  return {
    submit: operations.filter(isDelivery).length,
    decision: turns.filter(({ to }) => to === 'Completed' || to === 'Refunded').length,
    // The client, the provider and the evaluator each have it among those of its status.
    jobs: turns.reduce((sum, { from }) => sum + (from === undefined ? 3 : 6), 0),
  };
}

/** A job whose status has changed. */
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
