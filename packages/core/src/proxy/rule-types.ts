import type {
  Address,
  NamedSignature,
  Rejection,
  Transaction,
  TransactionCertificate,
  TransactionFacts,
  TransactionId,
} from '@quorate/protocol';
import type { CommitteeMember } from '../committee.ts';
import type { Env } from '../env.ts';
import type { Result } from '../message.ts';
import type { OpenedEnvelope } from '../open-envelope.ts';
import type { QuorumContext } from '../verification/certificate.ts';
import type { Remembered } from './memory/memory.ts';
import type { Position, Progress, ProxyState, ProxyStep, Submission, Waiting } from './state.ts';

/** What the step of a proxy may use. */
export type ProxyEnv = Env<ProxyRules>;

/** A validator's answer that carries its signature. */
export type SignedAnswer = Extract<Result, { readonly type: 'Signed' }>;

/** What is needed to judge a refusal. */
export interface RefusalContext {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
}

/** The rules of a proxy, one entry each. A faulty proxy for a test replaces one entry. */
export interface ProxyRules {
  /** How many validators of a committee of a given size make a quorum. */
  readonly quorum: (size: number) => number;
  /** How many validators of a committee of a given size may be Byzantine. */
  readonly faultyMax: (size: number) => number;
  /** P5: begins to process a complete transaction that has not settled. */
  readonly begin: (state: ProxyState, submission: Submission, now: bigint) => ProxyStep;
  /**
   * P5: what a transaction takes from the sender's balance of the native token; undefined where that
   * balance does not decide alone whether validators would sign.
   */
  readonly costOf: (
    state: Pick<ProxyState, 'fees'>,
    submission: Pick<Submission, 'envelope' | 'facts'>,
  ) => bigint | undefined;
  /**
   * P5: the most by which a transaction lowers the sender's balance of the native token when it
   * settles; undefined where the transaction alone does not say.
   */
  readonly spentBy: (
    state: Pick<ProxyState, 'fees'>,
    transaction: Transaction,
  ) => bigint | undefined;
  /** P5: whether nothing was begun at this nonce of an account or above it. */
  readonly isUnspent: (known: Remembered, nonce: bigint) => boolean;
  /**
   * P5: the balance that members of a committee of a given size have told, given what each has.
   */
  readonly fundsTold: (amounts: readonly bigint[], size: number) => bigint;
  /** P2: whether an answer carries this validator's valid signature. */
  readonly acceptsSignature: (
    submission: Submission,
    validator: Address,
    answer: SignedAnswer,
    env: Pick<ProxyEnv, 'verifier'>,
  ) => boolean;
  /** P1: the signatures collected for a transaction. */
  readonly signatures: (state: ProxyState, submission: Submission) => readonly NamedSignature[];
  /** P10: how a transaction continues after a committee change. The state has the new committee. */
  readonly startedAfresh: (state: ProxyState, submission: Submission) => Submission;
  /** P2: the facts of a certificate from another node; undefined for one that nobody settles. */
  readonly verifiedFacts: (
    certificate: TransactionCertificate,
    context: QuorumContext,
  ) => TransactionFacts | undefined;
  /** P1: how many validators must have settled a transaction before success is reported. */
  readonly settledEnough: (size: number) => number;
  /** P1: which validators still need the certificate after a quorum has settled it. */
  readonly broughtOnTo: (state: ProxyState, submission: Submission) => readonly CommitteeMember[];
  /** P3: how this same request was refused before. */
  readonly refusedBefore: (
    state: ProxyState,
    id: TransactionId,
    waiting: Waiting,
  ) => Rejection | undefined;
  /**
   * P4: whether an answer to a question with this number is about the validator's current state.
   */
  readonly isLatest: (progress: Progress, asking: number) => boolean;
  /** P4: whether a validator's refusal counts towards the end of an attempt. */
  readonly countsRefusal: (
    context: RefusalContext,
    submission: Submission,
    progress: Progress,
    refusal: Rejection,
  ) => boolean;
  /** P4: whether a validator may have signed, so that no refusal is final. */
  readonly mayBeSigned: (state: ProxyState, submission: Submission) => boolean;
  /**
   * P6: which certificates a refusing validator must have first; the next to deliver comes last.
   */
  readonly lackedBy: (rejection: Rejection, asked: Position) => readonly Position[];
  /** P7: the amount that validators vouch for, given what each holds; `needed` is f + 1. */
  readonly vouchedFor: (amounts: readonly bigint[], needed: number) => bigint;
  /**
   * P9: what is wrong with the signatures present in an envelope that a client brings, whether or
   * not they are enough; undefined when nothing is.
   */
  readonly partsFault: (
    state: ProxyState,
    opened: OpenedEnvelope,
    verifier: ProxyEnv['verifier'],
  ) => Rejection | undefined;
  /** V10: whether signatures from other copies may be added to an envelope. */
  readonly mayAddTo: (opened: OpenedEnvelope, verifier: ProxyEnv['verifier']) => boolean;
  /** Whether the certificate of a transaction may ever be pruned. */
  readonly mayPrune: (transaction: Transaction) => boolean;
}
