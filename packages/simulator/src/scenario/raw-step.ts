import type { RejectionCode } from '@quorate/protocol';
import type { Outcome } from '../run-result.ts';
import type { RawManner } from './manner.ts';
import type { StateStep } from './step.ts';
import type { RawSubject } from './subject.ts';

/** An integer: a number if that is exact, otherwise text. */
export type RawInteger = number | string;

/** One step as the file states it. */
export type RawStep =
  | (RawOperation & RawTransaction & { readonly from?: string; readonly await?: boolean })
  | (RawBatch & RawTransaction)
  | {
      readonly op: 'sign';
      readonly as: string;
      readonly to: string;
      readonly amount: RawInteger;
      readonly nonce?: RawInteger;
    }
  | { readonly op: 'send'; readonly transaction: string; readonly validators: readonly string[] }
  | (RawSubject & { readonly op: 'read'; readonly of?: string })
  | { readonly op: 'wait'; readonly for: string };

/** Several operations that form one transaction, as the file states them. */
export interface RawBatch {
  readonly op: 'batch';
  readonly from?: string;
  readonly steps: readonly RawOperation[];
}

/** How a transaction is written and how its step must end, as the file states it. */
export interface RawTransaction extends RawManner {
  readonly outcome?: Outcome;
  readonly code?: RejectionCode;
}

/** One operation as the file states it. */
export type RawOperation =
  | RawTokenStep
  // Needs no conversion.
  | StateStep
  | RawEscrowStep
  | {
      readonly op: 'claim';
      readonly data: string;
      readonly verifiers?: readonly string[];
      readonly signers?: readonly string[];
      readonly quorum?: number;
    }
  | { readonly op: 'join-committee' }
  | { readonly op: 'leave-committee' };

/** A step about a token as the file states it. */
export type RawTokenStep =
  | {
      readonly op: 'pay';
      readonly to: string;
      readonly amount: RawInteger;
      readonly token?: string;
    }
  | {
      readonly op: 'create-token';
      readonly as: string;
      readonly name?: string;
      readonly decimals?: number;
      readonly amount?: RawInteger;
      readonly mints?: readonly string[];
    }
  | {
      readonly op: 'manage-token';
      readonly token: string;
      readonly admin?: string;
      readonly name?: string;
      readonly add?: readonly string[];
      readonly remove?: readonly string[];
      readonly update?: RawInteger;
    }
  | {
      readonly op: 'mint';
      readonly token: string;
      readonly to: string;
      readonly amount: RawInteger;
    }
  | { readonly op: 'burn'; readonly token?: string; readonly amount: RawInteger };

/** A step of an escrow as the file states it. */
export type RawEscrowStep =
  | {
      readonly op: 'escrow-terms';
      readonly as: string;
      readonly token?: string;
      readonly fee: RawInteger;
      readonly minimum?: RawInteger;
    }
  | {
      readonly op: 'escrow-job';
      readonly as: string;
      readonly terms: string;
      readonly provider: string;
      readonly fee: RawInteger;
      readonly description?: string;
    }
  | { readonly op: 'escrow-submit'; readonly job: string; readonly deliverable: string }
  | { readonly op: 'escrow-reject'; readonly job: string }
  | { readonly op: 'escrow-complete'; readonly job: string };
