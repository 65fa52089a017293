import type { Verifier } from '@quorate/crypto';
import type {
  MissingDependency,
  Operation,
  OperationKind,
  Rejection,
  Transaction,
  TransactionFacts,
} from '@quorate/protocol';
import type { Committee } from '../../committee.ts';
import type { ClaimRules } from '../../verification/signature-rules.ts';
import type { Scratch } from '../scratch.ts';

/** The operation of one kind. */
export type OperationOf<K extends OperationKind> = Extract<Operation, { readonly kind: K }>;

/** What the checks and the effect of an operation may look at. */
export interface OperationContext {
  readonly facts: TransactionFacts;
  readonly transaction: Transaction;
  /** The position of the operation in the transaction, from 0. */
  readonly index: number;
  readonly verifier: Verifier;
  /** Indexed by epoch, from 0; the last one is the current committee. */
  readonly committees: readonly Committee[];
  /** How many validators of a committee of a given size make a quorum. */
  readonly quorum: (size: number) => number;
  readonly claimRules: ClaimRules;
}

/**
 * How one kind of operation is admitted and applied.
 *
 * Admission runs once, before a validator signs (rule V6). The effect cannot fail and repeats no
 * check (rule S5), so it commutes with the effects of other senders (ledger.md section 4).
 */
export interface OperationRules<O> {
  readonly validate: (
    operation: O,
    scratch: Scratch,
    context: OperationContext,
  ) => Rejection | undefined;
  /**
   * The absent dependencies of the effect (rules D2, D3, D4). Left out for operations that have
   * none.
   */
  readonly dependencies?: (
    operation: O,
    scratch: Scratch,
    context: OperationContext,
  ) => readonly MissingDependency[];
  readonly apply: (operation: O, scratch: Scratch, context: OperationContext) => void;
}

/** Refuses an operation for good, naming its index and the reason. */
export function notSubmittable(context: OperationContext, reason: string): Rejection {
  return {
    code: 'NonSubmittableOperation',
    rule: 'V6',
    operationIndex: context.index,
    reason: `operation ${context.index}: ${reason}`,
  };
}
