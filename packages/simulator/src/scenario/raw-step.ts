import type { RejectionCode } from '@quorate/protocol';
import type { Outcome } from '../run-result.ts';
import type { RawManner } from './manner.ts';
import type { Raw, RawInteger, WithDefaults } from './raw.ts';
import type {
  ClaimStep,
  EscrowStep,
  OperationStep,
  SendStep,
  SignStep,
  StateStep,
  TokenStep,
} from './step.ts';
import type { RawSubject } from './subject.ts';

/** One step as the file states it. */
export type RawStep =
  | (RawOperation & RawTransaction & { readonly from?: string; readonly await?: boolean })
  | (RawBatch & RawTransaction)
  | Raw<SignStep>
  | SendStep
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
  | WithDefaults<Omit<ClaimStep, 'data'> & { readonly data: string }, ClaimDefaults>
  | { readonly op: 'join-committee' }
  | { readonly op: 'leave-committee' };

type ClaimDefaults = 'verifiers' | 'signers' | 'quorum';

/** A step about a token as the file states it. */
export type RawTokenStep =
  | RawOf<TokenStep, 'pay' | 'mint' | 'burn'>
  | WithDefaults<RawOf<TokenStep, 'create-token'>, 'name' | 'decimals' | 'amount' | 'mints'>
  | WithDefaults<RawOf<TokenStep, 'manage-token'>, 'add' | 'remove'>;

/** A step of an escrow as the file states it. */
export type RawEscrowStep =
  | WithDefaults<
      Omit<RawOf<EscrowStep, 'escrow-terms'>, 'fee'> & { readonly fee: RawInteger },
      'minimum'
    >
  | WithDefaults<RawOf<EscrowStep, 'escrow-job'>, 'description'>
  | RawOf<EscrowStep, 'escrow-submit' | 'escrow-reject' | 'escrow-complete'>;

type RawOf<S extends OperationStep, Op extends S['op']> = Raw<Extract<S, { readonly op: Op }>>;
