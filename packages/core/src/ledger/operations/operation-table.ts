import type { MissingDependency, Operation, OperationKind, Rejection } from '@quorate/protocol';
import type { Scratch } from '../scratch.ts';
import { externalClaim } from './external-claim.ts';
import {
  notSubmittable,
  type OperationContext,
  type OperationOf,
  type OperationRules,
} from './operation-rules.ts';
import { tokenTransfer } from './token-transfer.ts';

/** The rules of every kind of operation that this node supports. */
export type OperationTable = { readonly [K in OperationKind]?: OperationRules<OperationOf<K>> };

/** The operations of the ledger (ledger.md section 5). */
export const OPERATIONS: OperationTable = {
  TokenTransfer: tokenTransfer,
  ExternalClaim: externalClaim,
};

/** Checks one operation against the scratch copy (rule V6). */
export function validateOperation(
  table: OperationTable,
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): Rejection | undefined {
  const rules = rulesOf(table, operation);
  if (rules === undefined) return notSubmittable(context, `${operation.kind} is not supported`);
  return rules.validate(operation, scratch, context);
}

/** Lists what one operation needs and the scratch copy lacks (rule S4). */
export function dependenciesOf(
  table: OperationTable,
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): readonly MissingDependency[] {
  return rulesOf(table, operation)?.dependencies?.(operation, scratch, context) ?? [];
}

/** Applies one operation to the scratch copy (rule S5). */
export function applyOperation(
  table: OperationTable,
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): void {
  rulesOf(table, operation)?.apply(operation, scratch, context);
}

// The table pairs each kind with its own rules; that pairing is what the cast states.
function rulesOf(
  table: OperationTable,
  operation: Operation,
): OperationRules<Operation> | undefined {
  return table[operation.kind] as OperationRules<Operation> | undefined;
}
