import type { EvaluationFee, RejectionCode } from '@quorate/protocol';
import type { Outcome } from '../run-result.ts';
import type { Manner } from './manner.ts';
import type { Subject } from './subject.ts';

/** What a client can do. */
export type WorkloadStep = TransactionStep | SignStep | SendStep | ReadStep | WaitStep;

/**
 * Submits one transaction and waits for its outcome; several operations form a batch, which takes
 * effect completely or not at all.
 */
export interface TransactionStep extends Manner {
  readonly op: 'transaction';
  readonly operations: readonly OperationStep[];
  /** The multisig account that acts; undefined means the client's own account. */
  readonly from: string | undefined;
  /** With false, the client takes its next step at once; only a payment can have it. */
  readonly await?: false;
  /** What the step must end with; undefined means that it is not compared. */
  readonly outcome: Outcome | undefined;
  readonly code: RejectionCode | undefined;
}

/**
 * Signs a transfer and keeps it under a label; without a nonce, it takes the next one of the
 * client.
 */
export interface SignStep {
  readonly op: 'sign';
  readonly as: string;
  readonly to: string;
  readonly amount: bigint;
  readonly nonce: bigint | undefined;
}

/** Hands a transaction that was signed earlier directly to these validators. */
export interface SendStep {
  readonly op: 'send';
  readonly transaction: string;
  readonly validators: readonly string[];
}

/**
 * Asks the client's proxy about a subject, by default an account, and waits for the answer (rule
 * P7).
 */
export interface ReadStep extends Subject {
  readonly op: 'read';
  /**
   * The client or account that is read, or whose records are; undefined means the client's own
   * account.
   */
  readonly of: string | undefined;
}

/** Does nothing for a while; the duration is in nanoseconds. */
export interface WaitStep {
  readonly op: 'wait';
  readonly duration: bigint;
}

/**
 * The operations of the ledger as steps. Clients and accounts are given by name, tokens, terms and
 * jobs by label; an absent token means the native one. Amounts are in least units, states and keys
 * are 64 hex digits.
 */
export type OperationStep =
  | TokenStep
  | StateStep
  | EscrowStep
  | ClaimStep
  | { readonly op: 'join-committee' }
  | { readonly op: 'leave-committee' };

/** Creates, manages or moves a token. */
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
      /** Undefined means the next one. */
      readonly update: bigint | undefined;
    }
  | {
      readonly op: 'mint';
      readonly token: string;
      readonly to: string;
      readonly amount: bigint;
    }
  | { readonly op: 'burn'; readonly token: string | undefined; readonly amount: bigint };

/** Writes a state cell of the client's own account. */
export type StateStep =
  | { readonly op: 'set-state'; readonly key: string; readonly to: string }
  | {
      readonly op: 'update-state';
      readonly key: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly op: 'reset-state'; readonly key: string; readonly to: string };

/** Takes part in an escrow as evaluator, client or provider. */
export type EscrowStep =
  | {
      readonly op: 'escrow-terms';
      readonly as: string;
      readonly token: string | undefined;
      readonly fee: EvaluationFee;
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

/** Records data that verifiers sign; `signers` are the verifiers that do sign. */
export interface ClaimStep {
  readonly op: 'claim';
  readonly data: Uint8Array;
  readonly verifiers: readonly string[];
  readonly signers: readonly string[];
  readonly quorum: number;
}
