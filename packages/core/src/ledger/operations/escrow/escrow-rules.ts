import type { EscrowJobId, EscrowOperation, MissingDependency } from '@quorate/protocol';
import type { OperationRules } from '../operation-rules.ts';

/** The rules of one of the five escrow operations. */
export type EscrowRules<K extends EscrowOperation['kind']> = OperationRules<
  Extract<EscrowOperation, { readonly kind: K }>
>;

/** Names a job whose creation has not settled here. */
export function missingJob(jobId: EscrowJobId): MissingDependency {
  return { kind: 'EscrowJob', id: jobId };
}
