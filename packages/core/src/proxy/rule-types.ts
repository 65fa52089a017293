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
import type { Position, Progress, ProxyState, ProxyStep, Submission, Waiting } from './state.ts';

/** What a proxy's step may use. */
export type ProxyEnv = Env<ProxyRules>;

/** A validator's answer that carries its signature. */
export type SignedAnswer = Extract<Result, { readonly type: 'Signed' }>;

/** What a refusal is weighed with. */
export interface RefusalContext {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
}

/** The rules of a proxy, one entry each; a wrong proxy for a test replaces one. */
export interface ProxyRules {
  /** How many validators of a committee of this size make a quorum. */
  readonly quorum: (size: number) => number;
  /** How many validators of a committee of this size may be Byzantine. */
  readonly faultyMax: (size: number) => number;
  /** P5: begins with a transaction that is complete and not settled. */
  readonly begin: (state: ProxyState, submission: Submission, now: bigint) => ProxyStep;
  /** P2: whether an answer is what it says it is: this validator's signature. */
  readonly acceptsSignature: (
    submission: Submission,
    validator: Address,
    answer: SignedAnswer,
    env: Pick<ProxyEnv, 'verifier'>,
  ) => boolean;
  /** P1: the signatures collected for a transaction. */
  readonly signatures: (state: ProxyState, submission: Submission) => readonly NamedSignature[];
  /** P10: how a transaction goes on when the committee has changed, which the state already says. */
  readonly startedAfresh: (state: ProxyState, submission: Submission) => Submission;
  /** P2: what a certificate that somebody shows is about; undefined for one that nobody settles. */
  readonly verifiedFacts: (
    certificate: TransactionCertificate,
    context: QuorumContext,
  ) => TransactionFacts | undefined;
  /** P1: how many validators of a committee of this size have settled when success is told. */
  readonly settledEnough: (size: number) => number;
  /** P1: who is still to be brought a transaction that a quorum has settled. */
  readonly broughtOnTo: (state: ProxyState, submission: Submission) => readonly CommitteeMember[];
  /** P3: what a request was refused with of which this is a copy. */
  readonly refusedBefore: (
    state: ProxyState,
    id: TransactionId,
    waiting: Waiting,
  ) => Rejection | undefined;
  /** P4: whether what a validator says to a question with this number is about how it stands now. */
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
  /** P6: which certificates a refusing validator must have first, the next to deliver last. */
  readonly lackedBy: (rejection: Rejection, asked: Position) => readonly Position[];
  /** P7: what validators vouch for of which they hold these amounts; `needed` is f + 1. */
  readonly vouchedFor: (amounts: readonly bigint[], needed: number) => bigint;
  /** V10: whether signatures that others brought may be added to an envelope. */
  readonly mayAddTo: (opened: OpenedEnvelope, verifier: ProxyEnv['verifier']) => boolean;
  /** Whether the certificate of a transaction may ever be let go of. */
  readonly mayPrune: (transaction: Transaction) => boolean;
}
