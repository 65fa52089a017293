import type {
  Address,
  MissingDependency,
  PrunedCertificate,
  Rejection,
  Signature,
  TransactionCertificate,
  TransactionEnvelope,
  TransactionFacts,
  TransactionId,
} from '@quorate/protocol';
import type { Committee } from '../committee.ts';
import type { NodeName, Step } from '../effect.ts';
import type { FeeTable, NetworkRule } from '../genesis.ts';
import type {
  AccountInfo,
  Certificates,
  EscrowJobs,
  Query,
  Rejected,
  TokenInfo,
} from '../message.ts';
import type { PrunePolicy } from '../pruning/policy.ts';
import type { VersionedMap } from '../versioned-map.ts';
import type { Attempts } from './attempt.ts';
import type { ProxyMemory } from './memory/memory.ts';

/** The timings of a proxy. Units: nanoseconds, except `retriesMax`. */
export interface ProxyTimings {
  /** The wait before the first repetition; it doubles each time, up to `retryNanosMax`. */
  readonly retryNanos: bigint;
  readonly retryNanosMax: bigint;
  /** How often a transaction is repeated before validators that do not follow are given up. */
  readonly retriesMax: number;
  /** The time until a quorum that cannot be reached is reported (rule P8). */
  readonly deadlineNanos: bigint;
}

/** The default timings: our own choice. */
export const PROXY_TIMINGS: ProxyTimings = {
  retryNanos: 500_000_000n,
  retryNanosMax: 30_000_000_000n,
  retriesMax: 20,
  deadlineNanos: 30_000_000_000n,
};

/** A client that waits for the outcome of a submission. */
export interface Waiting {
  readonly client: NodeName;
  readonly requestId: string;
}

/** The phase of a submission; see `checking.ts`, `hear-signed.ts` and `certify.ts`. */
export type Phase = 'checking' | 'signing' | 'settling';

/** The (sender, nonce) of a certificate. */
export interface Position {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** A certificate that a validator must have first; undefined until it is found. */
export interface Prerequisite extends Position {
  readonly certificate: TransactionCertificate | undefined;
}

/** The progress of one validator with one submission. */
export interface Progress {
  /** Whether the validator would sign (rule P5). */
  readonly admits: boolean;
  /** Whether it has told that it holds the transaction since a handover (rule C6). */
  readonly holds: boolean;
  /** Whether it has told that its account is past the nonce. */
  readonly isPast: boolean;
  readonly signature: Signature | undefined;
  readonly settled: boolean;
  /**
   * The number of the current question (check or sign). The next number begins when the validator
   * was brought something or has shown its whole basis: earlier refusals are out of date then (rule
   * P4).
   */
  readonly asking: number;
  /**
   * The number of what it is or was last brought. The next begins once it has settled that, or needs
   * something else.
   */
  readonly bringing: number;
  /** The last refusal in the current phase; cleared once the validator does what it was asked. */
  readonly refusal: Rejection | undefined;
  /** Whether a timer was set, since the last repetition, for when its certificate is old enough. */
  readonly isComingBack: boolean;
  /** What the validator must have first; the next to deliver comes last (rule P6). */
  readonly prerequisites: readonly Prerequisite[];
  /**
   * How many prerequisites it has named since the last repetition. The number is bounded, because
   * it may lie.
   */
  readonly named: number;
  /**
   * What it has settled of these since the last repetition. A validator that says it lacks one of
   * them again lies.
   */
  readonly brought: readonly Position[];
  /** The dependencies that it last said it lacks, without naming the certificates. */
  readonly missing: readonly MissingDependency[];
  /**
   * The dependencies searched for, since it last settled something or since the last repetition.
   */
  readonly sought: readonly MissingDependency[];
  /** Who was asked for what it lacks, since the last repetition, and has nothing to show. */
  readonly unfound: readonly Unfound[];
  /** What it lacks and others have settled and pruned, as reported since the last repetition. */
  readonly pruned: readonly PrunedCertificate[];
  /** The sender's basis at this validator, as far as it was asked for. */
  readonly basis: Basis | undefined;
}

/** A validator's word that it has nothing to show of what another one lacks. */
export interface Unfound {
  readonly validator: Address;
  /** The name of what is sought (see `sought.ts`). */
  readonly sought: string;
}

/**
 * The sender's basis at a validator: the certificates that decide what the sender may do, that is
 * those that credited it and the updates of the tokens that it mints. By transaction id.
 */
export interface Basis {
  /** Those that the validator shows. */
  readonly certificates: ReadonlyMap<TransactionId, TransactionCertificate>;
  /** Those that it lists as pruned. */
  readonly pruned: ReadonlyMap<TransactionId, PrunedCertificate>;
  /** The certificates it was brought since. They need not be part of anybody's basis. */
  readonly brought: ReadonlySet<TransactionId>;
  /** How many pages have arrived. */
  readonly pages: number;
  readonly isWhole: boolean;
  /** Whether the basis is longer than what was asked for, so that nobody knows what it lacks. */
  readonly isCut: boolean;
  /** The number of the question that was under way when the first page was asked for. */
  readonly since: number;
  /** The number of the question that was under way when the last page so far arrived. */
  readonly asking: number;
}

/** What validators show at a nonce that is settled. */
export interface Found {
  readonly heard: readonly Address[];
  /** Those of them that have shown something. */
  readonly shown: readonly Address[];
  /** Undefined until somebody shows a certificate of this transaction. */
  readonly certificate: TransactionCertificate | undefined;
  /**
   * Other transactions shown there whose certificates do not prove themselves, once for each
   * validator that shows one (rule C8).
   */
  readonly rivals: readonly TransactionId[];
  /** What validators report as settled there and pruned. */
  readonly pruned: readonly PrunedCertificate[];
}

/** A certificate that came with a submission. */
export interface Witness {
  readonly certificate: TransactionCertificate;
  /**
   * Undefined as long as it is not verified: until a validator refuses, or a proxy gets to know the
   * committee that signed it.
   */
  readonly facts: TransactionFacts | undefined;
}

/** A transaction on its way to being settled: plain data, not an actor. */
export interface Submission {
  readonly envelope: TransactionEnvelope;
  readonly facts: TransactionFacts;
  /**
   * Tells this attempt from others of the transaction. What validators answered in an earlier one,
   * or before a restart, is out of date (rule P4).
   */
  readonly attempt: number;
  readonly phase: Phase;
  /** Undefined except in the phase `settling`. */
  readonly certificate: TransactionCertificate | undefined;
  readonly progress: Readonly<Record<Address, Progress>>;
  /**
   * Undefined unless validators were asked, since the last repetition, what settled at the nonce.
   */
  readonly found: Found | undefined;
  /**
   * The certificates that came with the submission, newest first. They need not be durable: what is
   * broadcast was admitted by a quorum, which holds everything it builds on.
   */
  readonly witnesses: readonly Witness[];
  /** Empty once the clients are answered; delivery to the other validators continues. */
  readonly waiting: readonly Waiting[];
  readonly retries: number;
  /**
   * Whether validators may have been asked to sign it before this attempt: in an earlier attempt,
   * before a restart or in an earlier epoch. They hold what they signed then, and there may be no
   * record of it here.
   */
  readonly wasBroadcast: boolean;
  /** Whether a member of an earlier committee has told that its account is past the nonce. */
  readonly wasPast: boolean;
  /**
   * Whether f + 1 members refused its certificate by retired keys, because the handover did not
   * leave them with the transaction (rule C8).
   */
  readonly isDisowned: boolean;
  /** Nanoseconds since the Unix epoch. */
  readonly deadline: bigint;
}

/** A transaction that lacks signatures, with those that have arrived (rule P9). */
export interface Incomplete {
  readonly envelope: TransactionEnvelope;
  /** When the first part arrived, in nanoseconds since the Unix epoch. */
  readonly since: bigint;
  /** The signer of the first part. */
  readonly openedBy: Address;
}

/** Everything that a proxy holds in memory. */
export interface ProxyState {
  /** Decides which transactions are for this network (rule V2). */
  readonly network: NetworkRule;
  /** Undefined means that there are no fees. */
  readonly fees: FeeTable | undefined;
  /** The current committee, as far as the proxy knows. */
  readonly committee: Committee;
  /** By epoch, from the one that the proxy was configured with. */
  readonly committees: readonly Committee[];
  /**
   * The certificates of the changes that were followed, by the epoch that each begins (rule P10).
   */
  readonly changes: ReadonlyMap<number, TransactionCertificate>;
  /**
   * The members of the current committee known to serve; not used for the first committee (rule
   * P4).
   */
  readonly serving: ReadonlySet<Address>;
  /**
   * When a read last caused the proxy to ask for the next epoch (rule P7), in nanoseconds since the
   * Unix epoch.
   */
  readonly askedForEpochAt: bigint;
  /**
   * The members that have reported a nonce and shown no certificate in time, with how many they have
   * to show before a read waits for them again (rule P7).
   */
  readonly doubted: ReadonlyMap<Address, number>;
  readonly timings: ProxyTimings;
  readonly submissions: VersionedMap<TransactionId, Submission>;
  /** The transactions that lack signatures (rule P9). */
  readonly incomplete: VersionedMap<TransactionId, Incomplete>;
  /** The reads under way, by number. */
  readonly reads: VersionedMap<number, Read>;
  /**
   * When the proxy started, in nanoseconds since the Unix epoch; tells its requests from those
   * before a restart.
   */
  readonly upSince: bigint;
  /** How many reads were taken in since then; gives the next number. */
  readonly readCount: number;
  readonly attempts: Attempts;
  /**
   * What validators have told of accounts with their answers; undefined if every transaction is
   * checked by asking them (rule P5). It is in memory only: after a restart they are asked again.
   */
  readonly memory: ProxyMemory | undefined;
  /** The recently refused requests, the latest last. */
  readonly refused: readonly RefusedRequest[];
  /** Undefined when every certificate is kept. */
  readonly pruning: ProxyPruning | undefined;
}

/** The pruning progress of a proxy. */
export interface ProxyPruning {
  readonly policy: PrunePolicy;
  /** Whether pruning is running or its timer is set. */
  readonly isUnderWay: boolean;
}

/** A refused request. A duplicate of it gets the same answer, and nothing is driven. */
export interface RefusedRequest extends Waiting {
  /** Ascending, also over restarts. */
  readonly number: number;
  readonly transactionId: TransactionId;
  readonly rejection: Rejection;
}

/** A client's read, on its way to a quorum of validators (rule P7). */
export interface Read {
  readonly number: number;
  readonly waiting: Waiting;
  readonly query: Query;
  /** The answers of validators: each the latest, unless it has been forgotten (`retryRead`). */
  readonly views: Readonly<Record<Address, View>>;
  readonly retries: number;
  /** How often a quorum of them has led to no answer. */
  readonly undecided: number;
  /** Nanoseconds since the Unix epoch. */
  readonly deadline: bigint;
}

/** The answer of one validator to a read. */
export interface View {
  readonly result: AccountInfo | TokenInfo | Certificates | EscrowJobs | Rejected;
  /**
   * For an account: whether a certificate backs its nonce. Otherwise: whether the answer counts
   * towards the quorum.
   */
  readonly isBacked: boolean;
  /** The certificate that backs a nonce. */
  readonly certificate?: TransactionCertificate;
  /** Whether it does not prove itself (rule C8). */
  readonly needsOthers?: boolean;
}

/** What the store of a proxy holds of a submission, by transaction id. */
export interface SubmissionRecord {
  readonly envelope: TransactionEnvelope;
  /**
   * The certificate being settled; kept so that the same signatures are always given out (rule P3).
   */
  readonly certificate: TransactionCertificate | undefined;
}

/** What a proxy attaches to a load from its store. */
export type ProxyResume =
  /** To find out whether a submitted transaction is settled already (rule P3). */
  | {
      readonly purpose: 'Submit';
      readonly waiting: Waiting;
      readonly envelope: TransactionEnvelope;
      readonly witnesses: readonly TransactionCertificate[];
    }
  /** To drive a transaction that was found, and that no client has asked for. */
  | { readonly purpose: 'Drive'; readonly record: SubmissionRecord }
  /** To find a certificate that a validator lacks. */
  | {
      readonly purpose: 'Prerequisite';
      readonly transactionId: TransactionId;
      readonly validator: Address;
    }
  /** To prune: first the notes, then the certificates that they name. */
  | { readonly purpose: 'Prune'; readonly notes: readonly string[] | undefined };

/** The result of a proxy's step. */
export type ProxyStep = Step<ProxyState, ProxyResume>;
