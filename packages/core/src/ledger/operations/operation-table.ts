import type {
  EscrowOperation,
  MissingDependency,
  Operation,
  OperationKind,
  Rejection,
} from '@quorate/protocol';
import type { Scratch } from '../scratch.ts';
import { burn } from './burn.ts';
import { changeCommittee } from './change-committee.ts';
import { joinCommittee, leaveCommittee } from './committee-request.ts';
import { ESCROW, type EscrowTable } from './escrow/escrow.ts';
import { externalClaim } from './external-claim.ts';
import { mint } from './mint.ts';
import type { OperationContext, OperationOf, OperationRules } from './operation-rules.ts';
import { stateInitialization } from './state-initialization.ts';
import { stateReset } from './state-reset.ts';
import { stateUpdate } from './state-update.ts';
import { tokenCreation } from './token-creation.ts';
import { tokenManagement } from './token-management.ts';
import { tokenTransfer } from './token-transfer.ts';

/** The rules of every kind of operation. Escrow has a table of its own. */
export type OperationTable = {
  readonly [K in Exclude<OperationKind, 'Escrow'>]: OperationRules<OperationOf<K>>;
} & { readonly Escrow: EscrowTable };

/** The operations of the ledger (ledger.md sections 5 to 7). */
export const OPERATIONS: OperationTable = {
  TokenTransfer: tokenTransfer,
  TokenCreation: tokenCreation,
  TokenManagement: tokenManagement,
  Mint: mint,
  Burn: burn,
  StateInitialization: stateInitialization,
  StateUpdate: stateUpdate,
  ExternalClaim: externalClaim,
  StateReset: stateReset,
  JoinCommittee: joinCommittee,
  LeaveCommittee: leaveCommittee,
  ChangeCommittee: changeCommittee,
  Escrow: ESCROW,
};

/** Checks one operation against the scratch copy (rule V6). */
export function validateOperation(
  table: OperationTable,
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): Rejection | undefined {
  return rulesOf(table, operation).validate(innermost(operation), scratch, context);
}

/** Lists the dependencies of one operation that the scratch copy lacks (rule S4). */
export function dependenciesOf(
  table: OperationTable,
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): readonly MissingDependency[] {
  return rulesOf(table, operation).dependencies?.(innermost(operation), scratch, context) ?? [];
}

/** Applies one operation to the scratch copy (rule S5). */
export function applyOperation(
  table: OperationTable,
  operation: Operation,
  scratch: Scratch,
  context: OperationContext,
): void {
  rulesOf(table, operation).apply(innermost(operation), scratch, context);
}

/** What the rules receive: for an escrow operation, the one inside the wrapper. */
type Innermost = Exclude<Operation, OperationOf<'Escrow'>> | EscrowOperation;

function innermost(operation: Operation): Innermost {
  return operation.kind === 'Escrow' ? operation.escrow : operation;
}

// The tables pair each kind with the rules for that kind, which the type system cannot see here.
function rulesOf(table: OperationTable, operation: Operation): OperationRules<Innermost> {
  return operation.kind === 'Escrow'
    ? (table.Escrow[operation.escrow.kind] as OperationRules<Innermost>)
    : (table[operation.kind] as OperationRules<Innermost>);
}
