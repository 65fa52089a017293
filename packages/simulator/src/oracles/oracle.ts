import type { Observation } from '@quorate/actors';
import type {
  AccountInfo,
  Certificates,
  ClientMessage,
  ClientState,
  Execute,
  Genesis,
  GetAccountInfo,
  GetCertificates,
  GetEscrowJobs,
  Ledger,
  Message,
  ProxyMessage,
  ProxyResume,
  ProxyState,
  Query,
  RecordChange,
  Response,
  Result,
  StoreRow,
  SubmitTransaction,
  ValidatorMessage,
  ValidatorResume,
  ValidatorRules,
  ValidatorState,
} from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import type {
  Address,
  Rejection,
  Transaction,
  TransactionCertificate,
  TransactionFacts,
  TransactionId,
} from '@quorate/protocol';
import type { CommitteeBook } from './committee-book.ts';
import type { LedgerChange } from './model/ledger-change.ts';
import type { InvariantName } from './statements/statements.ts';

/** One step of a validator, as recorded. */
export interface RecordedStep {
  readonly validator: string;
  readonly observation: Observation<ValidatorState, ValidatorMessage, ValidatorResume>;
  /** The changes that the step wrote to ledger records. */
  readonly changes: readonly RecordChange[];
}

/** One step of a correct validator. */
export interface ValidatorStep extends RecordedStep {
  readonly changes: readonly LedgerChange[];
  /** Gives the current time of the validator's own clock, in nanoseconds. */
  readonly now: () => bigint;
}

/** One step of a correct node, with access to its disk. */
interface StepOf<S, M, Resume> {
  readonly node: string;
  readonly observation: Observation<S, M, Resume>;
  /** Whether it is the first step since the node started. */
  readonly isFirst: boolean;
  /**
   * Reads the disk: at the first step of a life, what the node has started from. Undefined when a
   * row has rotted.
   */
  readonly disk: () => readonly StoreRow[] | undefined;
}

/** One step of a correct proxy. */
export interface ProxyStep extends StepOf<ProxyState, ProxyMessage, ProxyResume> {
  /** Gives the current time of the proxy's own clock, in nanoseconds. */
  readonly now: () => bigint;
}

/** One step of a correct client. */
export type ClientStep = StepOf<ClientState, ClientMessage, never>;

/**
 * One step of a correct validator that changed its position between epochs, in which it was told
 * another node's position, or the first step of a life.
 */
export type HandoverStep = StepOf<ValidatorState, ValidatorMessage, ValidatorResume>;

/** A certificate, with the ledger of a correct validator before and after settling it. */
export interface Settled {
  readonly validator: string;
  readonly certificate: TransactionCertificate;
  readonly facts: TransactionFacts;
  readonly transaction: Transaction;
  readonly before: Ledger;
  readonly after: Ledger;
  readonly changes: readonly LedgerChange[];
}

/** A valid signature that has left a validator, whether it arrives or not. */
export interface GivenSignature {
  /**
   * The name of the validator: keys change with epochs, but the validator of an operator keeps its
   * name.
   */
  readonly validator: string;
  readonly isCorrect: boolean;
  readonly facts: TransactionFacts;
  /**
   * Everything that anybody has submitted with this transaction id so far, with whatever
   * signatures; kept only when the steps of some validators cannot be seen.
   */
  readonly submitted: ReadonlySet<SubmitTransaction['envelope']>;
}

/**
 * A query for an account, for certificates or for escrow jobs, and what the validator had settled
 * when it arrived.
 */
export interface Asked<Q = GetAccountInfo | GetCertificates | GetEscrowJobs> {
  readonly query: Q;
  readonly ledger: Ledger;
}

/** An answer that has left a correct validator: what it is based on is durable (rule V8). */
export interface GivenAnswer {
  readonly validator: string;
  readonly result: Result;
  /** The step that answered. */
  readonly step: ValidatorStep;
  /** The time of the validator's own clock at that step, in nanoseconds. */
  readonly at: bigint;
  /** Absent when it answers another kind of request, or the request is unknown. */
  readonly asked?: Asked | undefined;
}

/** A message that has left a correct node whose disk takes time or can lose something. */
export interface GivenMessage {
  readonly node: string;
  readonly message: Message;
  /** How many batches had to be durable before it left, and were not (rule V8). */
  readonly lacking: number;
}

/** A correct validator that has started from its store, for the first time or again. */
export interface Start {
  readonly validator: string;
  /** The ledger that the store gave back. */
  readonly ledger: Ledger;
  /** The epoch whose locks it holds. */
  readonly served: number;
  /** The answers that were queued when it went down: they never left. */
  readonly unsent: readonly Result[];
}

/** A success that a correct proxy has given out, or a correct client has shown to its user. */
export interface GivenSuccess {
  readonly by: string;
  readonly role: 'proxy' | 'client';
  /** The transaction that was requested, if that is known. */
  readonly asked: TransactionId | undefined;
  readonly certificate: TransactionCertificate;
  readonly facts: TransactionFacts;
}

/** A correct validator that is up at the end of a run. */
export interface ValidatorAtRest {
  readonly name: string;
  /** Its current state. */
  readonly state: ValidatorState;
  /** The state that its store would give back after a crash now. */
  readonly stored: ValidatorState;
  /** Its state after every certificate below was delivered. */
  readonly delivered: ValidatorState;
}

/**
 * A correct node that is up at the end of a run, and for which no event is left, not even a timer.
 */
export type Resting = { readonly name: string } & (
  | { readonly role: 'validator'; readonly state: ValidatorState }
  | { readonly role: 'proxy'; readonly state: ProxyState }
  | { readonly role: 'client'; readonly state: ClientState }
);

/**
 * What the disk of a correct validator holds at the end of a run, whether the validator is up or
 * down.
 */
export interface Disk {
  readonly name: string;
  readonly ledger: Ledger;
}

/** A look back on a whole run after its end. */
export interface Retrospect {
  readonly validators: readonly ValidatorAtRest[];
  readonly disks: readonly Disk[];
  /**
   * The first epoch for which it is certain that everything settled by its members has reached the
   * current committee; undefined when there is none.
   */
  readonly handedOnSince: number | undefined;
  /**
   * Tells whether a proxy had every opportunity to deliver to a validator what it acknowledged
   * (rule P1).
   */
  readonly couldBring: (proxy: string, validator: string) => boolean;
  /**
   * Tells whether a proxy is up, still in this state, and no event is left for it, not even a
   * timer.
   */
  readonly restsIn: (proxy: string, state: ProxyState) => boolean;
  readonly resting: readonly Resting[];
  /**
   * Every certificate that any validator settled, in the order in which they were first sent. If
   * the steps of some validators cannot be seen, every valid certificate that was sent.
   */
  readonly certificates: readonly TransactionCertificate[];
  /** A validator that has received nothing yet. */
  readonly fresh: ValidatorState;
  /**
   * Takes a hypothetical step by the rules of the run, which no node and no other oracle sees: at
   * the end of the run, or so many nanoseconds later.
   */
  readonly step: (
    validator: string,
    state: ValidatorState,
    message: ValidatorMessage,
    later?: bigint,
  ) => Aside;
  /**
   * Takes a hypothetical step as a node without a seat in any committee, which only settles;
   * `validator` names the one about which this is to tell something.
   */
  readonly look: (validator: string, state: ValidatorState, message: ValidatorMessage) => Aside;
  /** Shuffles a list by the seed, without affecting other draws. */
  readonly shuffle: <T>(list: readonly T[]) => readonly T[];
}

/** The result of a hypothetical step. */
export interface Aside {
  readonly state: ValidatorState;
  readonly results: readonly Result[];
}

/** A message of a correct client to its proxy or to its user. */
export interface GivenWord {
  readonly from: string;
  readonly message: SubmitTransaction | Response;
}

/**
 * What the user of a correct client asks for: to build and settle a transaction, or to settle a
 * given one.
 */
export type Wish = Execute | SubmitTransaction;

/** A final refusal that a proxy has given to a client. */
export interface GivenRefusal {
  readonly by: string;
  readonly isCorrect: boolean;
  readonly id: TransactionId;
  readonly rejection: Rejection;
}

/** A query of a user to a proxy, which bypasses the client. */
export interface AskedRead {
  readonly requestId: string;
  readonly query: Query;
}

/** What a correct proxy has answered to a query of a user or a node (rule P7). */
export interface GivenRead {
  readonly by: string;
  readonly requestId: string;
  readonly result: AccountInfo | Certificates;
}

/** What is wrong, with the facts that show it. */
export interface Finding {
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** What every oracle may know of the world. */
export interface OracleContext {
  readonly genesis: Genesis;
  /** The committees of the run so far. */
  readonly committees: CommitteeBook;
  /** Gives the name of an address; a validator has one name for all its keys. */
  readonly nameOf: (address: Address) => string;
  /**
   * Clients that got a final refusal after which an earlier request of theirs was signed: no proxy
   * can tell it from a new one (docs/ledger.md, "When a refusal is final").
   */
  readonly overtaken?: Set<string>;
  /** The names of validators whose steps cannot be seen; by default none. */
  readonly unseen?: readonly string[];
  /** Whether the network may damage messages; by default it does not. */
  readonly mayCorrupt?: boolean;
  /** Whether a node is neither Byzantine nor has forgotten anything; by default all are correct. */
  readonly isCorrect?: (node: string) => boolean;
  /** Whether validators take a key for spent; by default the rule of the core. */
  readonly isSpent?: ValidatorRules['handover']['isSpent'];
  /** The oracles' own verifier: the one of the validators may be the bug. */
  readonly verifier: Verifier;
}

/**
 * Watches one invariant, under its name in ledger.md section 10.
 *
 * Each hook whose name begins with `after` is a check: it gives a finding, or undefined. A hook
 * that begins with `note` only remembers something for a later check. All except `atRest` run
 * during the run, so their cost must depend on what happened and not on the size of the ledger.
 */
export interface Oracle {
  readonly name: InvariantName;
  readonly kind: 'safety' | 'liveness';
  /** After every step of a correct validator that changed its ledger or wrote to its store. */
  readonly afterStep?: (step: ValidatorStep) => Finding | undefined;
  /** After a step of a correct validator that settled a certificate. */
  readonly afterSettlement?: (settled: Settled) => Finding | undefined;
  /** When a signature of any validator has left. One that a crash kept inside was never given. */
  readonly afterSigning?: (signature: GivenSignature) => Finding | undefined;
  /**
   * When a transaction is certified for the first time: a quorum of valid signatures has left,
   * whether or not anybody combines them, or a correct validator accepted it as certified.
   */
  readonly afterCertified?: (facts: TransactionFacts) => Finding | undefined;
  /** Before the first step of a correct validator after a start. */
  readonly afterStart?: (start: Start) => Finding | undefined;
  readonly afterProxyStep?: (step: ProxyStep) => Finding | undefined;
  readonly afterClientStep?: (step: ClientStep) => Finding | undefined;
  readonly afterHandover?: (step: HandoverStep) => Finding | undefined;
  /** When a message has left a correct node, if something of it might not be durable. */
  readonly afterSend?: (message: GivenMessage) => Finding | undefined;
  /** When an answer has left a correct validator. */
  readonly afterAnswer?: (answer: GivenAnswer) => Finding | undefined;
  readonly afterSuccess?: (success: GivenSuccess) => Finding | undefined;
  readonly afterRefusal?: (refusal: GivenRefusal) => Finding | undefined;
  readonly afterClientWord?: (word: GivenWord) => Finding | undefined;
  /** When a correct proxy has answered a query for an account or certificates. */
  readonly afterRead?: (read: GivenRead) => Finding | undefined;
  readonly noteSettlement?: (settled: Settled) => void;
  readonly noteAnswer?: (answer: GivenAnswer) => void;
  /** When a transaction is certified for the first time, as above. */
  readonly noteCertified?: (facts: TransactionFacts) => void;
  /** When a user sends a query to a proxy; again when it repeats it. */
  readonly noteRead?: (question: AskedRead) => void;
  readonly noteSuccess?: (success: GivenSuccess) => void;
  /** When a user makes a request to its client; again after the client has crashed. */
  readonly noteWish?: (wish: Wish) => void;
  /** A check at the end of a run. */
  readonly atRest?: (run: Retrospect) => Finding | undefined;
}
