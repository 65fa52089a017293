import type { RejectionCode } from '@quorate/protocol';
import type { Outcome } from '../run-result.ts';
import type { Manner } from './manner.ts';
import type { Subject } from './subject.ts';

/** List what a client can do. */
export type WorkloadStep = TransactionStep | SignStep | SendStep | ReadStep | WaitStep;

/**
 * Have one transaction settled and wait for its outcome; several operations are a batch, all or
 * nothing.
 */
export interface TransactionStep extends Manner {
  readonly op: 'transaction';
  readonly operations: readonly OperationStep[];
  /** The multisig account that acts; undefined is the client's own. */
  readonly from: string | undefined;
  /** False has the client take its next step at once; only a payment can be so. */
  readonly await?: false;
  /** What the step must end with; undefined is not compared. */
  readonly outcome: Outcome | undefined;
  readonly code: RejectionCode | undefined;
}

/** Sign a transfer and keep it under a label; without a nonce, the next one of the client. */
export interface SignStep {
  readonly op: 'sign';
  readonly as: string;
  readonly to: string;
  readonly amount: bigint;
  readonly nonce: bigint | undefined;
}

/** Hand a transaction that was signed earlier straight to these validators. */
export interface SendStep {
  readonly op: 'send';
  readonly transaction: string;
  readonly validators: readonly string[];
}

/** Ask the client's proxy what it knows of something, an account if nothing else is said, and wait for its answer (rule P7). */
export interface ReadStep extends Subject {
  readonly op: 'read';
  /** The client or account that is read, or of whom something is; undefined is the client's own. */
  readonly of: string | undefined;
}

/** Do nothing for a while. */
export interface WaitStep {
  readonly op: 'wait';
  readonly duration: bigint;
}

/**
 * List the operations of the ledger as steps. People are names; tokens, terms and jobs are labels;
 * an absent token is the native one. Amounts in least units, states and keys as 64 hex digits.
 */
export type OperationStep =
  | TokenStep
  | StateStep
  | EscrowStep
  | ClaimStep
  | { readonly op: 'join-committee' }
  | { readonly op: 'leave-committee' };

/** Create, manage or move a token. */
export type TokenStep =
  | {
      readonly op: 'pay';
      readonly to: string;
      readonly amount: bigint;
      readonly token: string | undefined;
    }
  | {
      readonly op: 'create-token';
      readonly as: string;
      readonly name: string;
      readonly decimals: number;
      readonly amount: bigint;
      readonly mints: readonly string[];
    }
  | {
      readonly op: 'manage-token';
      readonly token: string;
      readonly admin: string | undefined;
      readonly name: string | undefined;
      readonly add: readonly string[];
      readonly remove: readonly string[];
      /** Undefined is the next. */
      readonly update: bigint | undefined;
    }
  | {
      readonly op: 'mint';
      readonly token: string;
      readonly to: string;
      readonly amount: bigint;
    }
  | { readonly op: 'burn'; readonly token: string | undefined; readonly amount: bigint };

/** Write a state cell of the client's own. */
export type StateStep =
  | { readonly op: 'set-state'; readonly key: string; readonly to: string }
  | {
      readonly op: 'update-state';
      readonly key: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly op: 'reset-state'; readonly key: string; readonly to: string };

/** Take part in an escrow as evaluator, client or provider. */
export type EscrowStep =
  | {
      readonly op: 'escrow-terms';
      readonly as: string;
      readonly token: string | undefined;
      readonly fee: EscrowFee;
      readonly minimum: bigint;
    }
  | {
      readonly op: 'escrow-job';
      readonly as: string;
      readonly terms: string;
      readonly provider: string;
      readonly fee: bigint;
      readonly description: string;
    }
  | { readonly op: 'escrow-submit'; readonly job: string; readonly deliverable: string }
  | { readonly op: 'escrow-reject'; readonly job: string }
  | { readonly op: 'escrow-complete'; readonly job: string };

/** Charge an amount, or basis points of what the provider gets. */
export type EscrowFee =
  | { readonly kind: 'Fixed'; readonly amount: bigint }
  | { readonly kind: 'Bps'; readonly bps: number };

/** Record data that clients vouch for: `signers` are those of the verifiers who sign. */
export interface ClaimStep {
  readonly op: 'claim';
  readonly data: Uint8Array;
  readonly verifiers: readonly string[];
  readonly signers: readonly string[];
  readonly quorum: number;
}
