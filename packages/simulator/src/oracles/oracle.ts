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
  ProxyMessage,
  ProxyQuery,
  ProxyResume,
  ProxyState,
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
import type { LedgerChange } from './ledger-change.ts';

/** One step of a validator, as it was recorded. */
export interface RecordedStep {
  readonly validator: string;
  readonly observation: Observation<ValidatorState, ValidatorMessage, ValidatorResume>;
  /** What the step wrote to the records of the ledger. */
  readonly changes: readonly RecordChange[];
}

/** One step of a correct validator. */
export interface ValidatorStep extends RecordedStep {
  readonly changes: readonly LedgerChange[];
  /** Gives what its own clock shows at present, in nanoseconds. */
  readonly now: () => bigint;
}

/** One step of a correct node, and the way to what its disk gave back. */
interface StepOf<S, M, Resume> {
  readonly node: string;
  readonly observation: Observation<S, M, Resume>;
  /** Whether it is the first since the node came up. */
  readonly isFirst: boolean;
  /**
   * Reads the disk: at the first step of a life, what the node has come up from. Undefined where a row has
   * rotted.
   */
  readonly disk: () => readonly StoreRow[] | undefined;
}

/** One step of a correct proxy. */
export interface ProxyStep extends StepOf<ProxyState, ProxyMessage, ProxyResume> {
  /** Gives what its own clock shows at present, in nanoseconds. */
  readonly now: () => bigint;
}

/** One step of a correct client. */
export type ClientStep = StepOf<ClientState, ClientMessage, never>;

/** One step of a correct validator that changed where it stands between epochs, or heard where another does; the first of a life. */
export type HandoverStep = StepOf<ValidatorState, ValidatorMessage, ValidatorResume>;

/** One certificate, and the ledger of a correct validator before and after it settled there. */
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
  /** Whose: keys come and go with epochs, the validators of an operator stay. */
  readonly validator: string;
  readonly isCorrect: boolean;
  readonly facts: TransactionFacts;
  /**
   * All that anybody has submitted under its id so far, whatever signatures it bears; kept only where the steps
   * of some validators cannot be seen.
   */
  readonly submitted: ReadonlySet<SubmitTransaction['envelope']>;
}

/** A question for an account, for certificates or for escrow jobs, and what the validator that was asked had settled by then. */
export interface Asked<Q = GetAccountInfo | GetCertificates | GetEscrowJobs> {
  readonly query: Q;
  readonly ledger: Ledger;
}

/** An answer that has left a correct validator: what it rests on is durable (rule V8). */
export interface GivenAnswer {
  readonly validator: string;
  readonly result: Result;
  /** The step that answered. */
  readonly step: ValidatorStep;
  /** What the validator's own clock showed at that step, in nanoseconds. */
  readonly at: bigint;
  /** Absent where it was asked for something else, or nobody can say for what. */
  readonly asked?: Asked | undefined;
}

/** A correct validator that has come up from its store, for the first time or again. */
export interface Start {
  readonly validator: string;
  /** What the store gave back. */
  readonly ledger: Ledger;
  /** The epoch whose locks it holds. */
  readonly served: number;
  /** The answers that were queued when it went down: they have never left. */
  readonly unsent: readonly Result[];
}

/** A success that a correct proxy has given out, or a correct client has shown to its user. */
export interface GivenSuccess {
  readonly by: string;
  readonly role: 'proxy' | 'client';
  /** What the request was for, where that can be told. */
  readonly asked: TransactionId | undefined;
  readonly certificate: TransactionCertificate;
  readonly facts: TransactionFacts;
}

/** One correct validator at the end of a run that is up. */
export interface ValidatorAtRest {
  readonly name: string;
  /** Its ledger as it is. */
  readonly state: ValidatorState;
  /** What its store would give it back after a crash now. */
  readonly stored: ValidatorState;
  /** What it holds once every one of the certificates below has reached it. */
  readonly delivered: ValidatorState;
}

/** A correct node that is up at the end of a run, and that nothing can come to any more, not even a time. */
export type Resting = { readonly name: string } & (
  | { readonly role: 'validator'; readonly state: ValidatorState }
  | { readonly role: 'proxy'; readonly state: ProxyState }
  | { readonly role: 'client'; readonly state: ClientState }
);

/** What the disk of a correct validator holds at the end of a run, be it up or down. */
export interface Disk {
  readonly name: string;
  readonly ledger: Ledger;
}

/** A whole run, looked back on once it has ended. */
export interface Retrospect {
  readonly validators: readonly ValidatorAtRest[];
  readonly disks: readonly Disk[];
  /**
   * The first epoch of which it is certain that what its members settled has reached the committee that
   * runs; undefined where that can be said of none.
   */
  readonly handedOnSince: number | undefined;
  /** Tells whether a proxy had every occasion to bring a validator what it acknowledged (rule P1). */
  readonly couldBring: (proxy: string, validator: string) => boolean;
  /** Tells whether a proxy is up, still in this state, and nothing can come to it any more, not even a time. */
  readonly restsIn: (proxy: string, state: ProxyState) => boolean;
  readonly resting: readonly Resting[];
  /**
   * Every certificate that any validator settled, in the order in which they were first sent; where the steps
   * of some validators cannot be seen, every one that was sent and verifies.
   */
  readonly certificates: readonly TransactionCertificate[];
  /** A validator that has heard nothing yet. */
  readonly fresh: ValidatorState;
  /** Takes a step under the rules of the run, aside: no node and no other oracle hears of it. */
  readonly step: (validator: string, state: ValidatorState, message: ValidatorMessage) => Aside;
  /** Takes a step as somebody would who has a seat in no committee, and so only settles. */
  readonly look: (state: ValidatorState, message: ValidatorMessage) => Aside;
  /** Puts a list into an order that the seed decides and that shifts no other draw. */
  readonly shuffle: <T>(list: readonly T[]) => readonly T[];
}

/** A step that was taken aside. */
export interface Aside {
  readonly state: ValidatorState;
  readonly results: readonly Result[];
}

/** What a correct client says to its proxy or to its user. */
export interface GivenWord {
  readonly from: string;
  readonly message: SubmitTransaction | Response;
}

/** What the user of a correct client asks it for: to build a transaction and have it settled, or one built by hand. */
export type Wish = Execute | SubmitTransaction;

/** A refusal for good that a proxy has given a client. */
export interface GivenRefusal {
  readonly by: string;
  readonly isCorrect: boolean;
  readonly id: TransactionId;
  readonly rejection: Rejection;
}

/** What a user asks of a proxy, past the client. */
export interface AskedRead {
  readonly requestId: string;
  readonly query: ProxyQuery;
}

/** What a correct proxy has answered to whoever reads something, a user or a node (rule P7). */
export interface GivenRead {
  readonly by: string;
  readonly requestId: string;
  readonly result: AccountInfo | Certificates;
}

/** Says what is wrong, and the facts that show it. */
export interface Finding {
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** What every oracle may know of the world. */
export interface OracleContext {
  readonly genesis: Genesis;
  /** The committees that the run has had so far. */
  readonly committees: CommitteeBook;
  /** A validator has one name, whichever of its keys is asked about. */
  readonly nameOf: (address: Address) => string;
  /**
   * Clients that were refused for good, and an earlier request of theirs came to be signed afterwards: no
   * proxy can tell it from one that they have just made (docs/ledger.md, "When a refusal is final").
   */
  readonly overtaken?: Set<string>;
  /** The validators whose steps nobody can see, by name; none unless it is said. */
  readonly unseen?: readonly string[];
  /** Whether the network may change what is sent; it does not unless it is said. */
  readonly mayCorrupt?: boolean;
  /** Whether a node is neither Byzantine nor has forgotten what it knew; all are unless it is said. */
  readonly isCorrect?: (node: string) => boolean;
  /** Whether validators take a key for one that has served its purpose; by the rules of the core unless it is said. */
  readonly isSpent?: ValidatorRules['handover']['isSpent'];
  /** The oracles' own: what the validators use may be what is wrong. */
  readonly verifier: Verifier;
}

/**
 * Watches one invariant of the ledger document, section 10, by its name there.
 *
 * Each hook that begins with `after` is a check: it gives what is wrong, or undefined. Those that
 * begin with `note` take notice of what a later check needs. All of them but `atRest` run while the
 * run goes on, so their cost has to follow what happened and never what the ledger holds.
 */
export interface Oracle {
  readonly name: string;
  readonly kind: 'safety' | 'liveness';
  /** After every step of a correct validator that changed its ledger or wrote to its store. */
  readonly afterStep?: (step: ValidatorStep) => Finding | undefined;
  /** After a step of a correct validator that settled a certificate. */
  readonly afterSettlement?: (settled: Settled) => Finding | undefined;
  /** When a signature of any validator has left: one that a crash kept inside was never given. */
  readonly afterSigning?: (signature: GivenSignature) => Finding | undefined;
  /**
   * When a transaction is certified for the first time: a quorum of valid signatures has left,
   * whether anybody puts them together or not, or a correct validator took it for certified.
   */
  readonly afterCertified?: (facts: TransactionFacts) => Finding | undefined;
  /** Before the first step of a correct validator after it came up. */
  readonly afterStart?: (start: Start) => Finding | undefined;
  readonly afterProxyStep?: (step: ProxyStep) => Finding | undefined;
  readonly afterClientStep?: (step: ClientStep) => Finding | undefined;
  readonly afterHandover?: (step: HandoverStep) => Finding | undefined;
  /** When an answer has left a correct validator. */
  readonly afterAnswer?: (answer: GivenAnswer) => Finding | undefined;
  readonly afterSuccess?: (success: GivenSuccess) => Finding | undefined;
  readonly afterRefusal?: (refusal: GivenRefusal) => Finding | undefined;
  readonly afterClientWord?: (word: GivenWord) => Finding | undefined;
  /** When a correct proxy has answered to whoever reads an account or certificates. */
  readonly afterRead?: (read: GivenRead) => Finding | undefined;
  readonly noteSettlement?: (settled: Settled) => void;
  readonly noteAnswer?: (answer: GivenAnswer) => void;
  /** When a transaction is certified for the first time, as above. */
  readonly noteCertified?: (facts: TransactionFacts) => void;
  /** When a user asks a proxy for something; again where no answer came. */
  readonly noteRead?: (question: AskedRead) => void;
  readonly noteSuccess?: (success: GivenSuccess) => void;
  /** When a user asks its client for something; again where that has crashed. */
  readonly noteWish?: (wish: Wish) => void;
  /** A check at the end of a run. */
  readonly atRest?: (run: Retrospect) => Finding | undefined;
}
