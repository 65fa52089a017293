import type { EscrowOperation } from '@quorate/protocol';
import type { OperationOf, OperationRules } from '../operation-rules.ts';
import { createConfig } from './create-config.ts';
import { createJob } from './create-job.ts';
import { complete, reject } from './decide.ts';
import type { EscrowRules } from './escrow-rules.ts';
import { submit } from './submit.ts';

/** The five escrow operations (ledger.md section 7). */
export type EscrowTable = { readonly [K in EscrowOperation['kind']]: EscrowRules<K> };

const ESCROW: EscrowTable = {
  CreateConfig: createConfig,
  CreateJob: createJob,
  Submit: submit,
  Reject: reject,
  Complete: complete,
};

/** Gives the rules of an escrow operation by its inner kind, from a table that tests may replace. */
export function escrowRules(table: EscrowTable = ESCROW): OperationRules<OperationOf<'Escrow'>> {
  return {
    validate: ({ escrow }, scratch, context) =>
      rulesOf(table, escrow).validate(escrow, scratch, context),
    dependencies: ({ escrow }, scratch, context) =>
      rulesOf(table, escrow).dependencies?.(escrow, scratch, context) ?? [],
    apply: ({ escrow }, scratch, context) => rulesOf(table, escrow).apply(escrow, scratch, context),
  };
}

// The table pairs each kind with its own rules; that pairing is what the cast states.
function rulesOf(table: EscrowTable, { kind }: EscrowOperation): OperationRules<EscrowOperation> {
  return table[kind] as OperationRules<EscrowOperation>;
}
