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
import type { NetworkRule } from '../genesis.ts';
import type {
  AccountInfo,
  Certificates,
  EscrowJobs,
  ProxyQuery,
  Rejected,
  TokenInfo,
} from '../message.ts';
import type { PrunePolicy } from '../pruning/policy.ts';
import type { VersionedMap } from '../versioned-map.ts';

/** How long a proxy waits, in nanoseconds. */
export interface ProxyTimings {
  /** Before the first repetition; doubles each time. */
  readonly retryNanos: bigint;
  readonly retryNanosMax: bigint;
  /** How often a transaction is sent again before the rest of the validators are left behind. */
  readonly retriesMax: number;
  /** Until a quorum that cannot be reached is reported (rule P8). */
  readonly deadlineNanos: bigint;
}

/** The timings of a proxy that nobody configured: house decision. */
export const PROXY_TIMINGS: ProxyTimings = {
  retryNanos: 500_000_000n,
  retryNanosMax: 30_000_000_000n,
  retriesMax: 20,
  deadlineNanos: 30_000_000_000n,
};

/** Who waits for the outcome of a submission. */
export interface Waiting {
  readonly client: NodeName;
  readonly requestId: string;
}

/** What a submission is waiting for: see `checking.ts`, `hear-signed.ts` and `certify.ts`. */
export type Phase = 'checking' | 'signing' | 'settling';

/** Names a certificate by its transaction's place. */
export interface Position {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** Names a certificate that a validator must have first, and holds it once it is found. */
export interface Prerequisite extends Position {
  readonly certificate: TransactionCertificate | undefined;
}

/** How far one validator is with one submission. */
export interface Progress {
  /** Whether the validator would sign (rule P5). */
  readonly admits: boolean;
  /** Whether it would, and a handover has left it with the transaction (rule C6). */
  readonly holds: boolean;
  readonly signature: Signature | undefined;
  readonly settled: boolean;
  /**
   * Numbers what it is asked to check or sign. The next number begins when it has been brought
   * something or has shown its whole basis: what it refused before is out of date (rule P4).
   */
  readonly asking: number;
  /** The last refusal of the present phase; gone once the validator does what it was asked. */
  readonly refusal: Rejection | undefined;
  /** What the validator lacks, the next to deliver last (rule P6). */
  readonly prerequisites: readonly Prerequisite[];
  /** How many prerequisites it has named since the last repetition: its word is not endless. */
  readonly named: number;
  /** What it has settled of that, since the last repetition: whoever lacks it again does not. */
  readonly brought: readonly Position[];
  /** What it said last that it lacks, without naming the maker. */
  readonly missing: readonly MissingDependency[];
  /** What was looked for of that, since it last settled something or the last repetition. */
  readonly sought: readonly MissingDependency[];
  /** Who was asked for what it lacks, since the last repetition, and has nothing to show. */
  readonly unfound: readonly Address[];
  /** What it lacks and others have settled and pruned, since the last repetition. */
  readonly pruned: readonly PrunedCertificate[];
  /** What the sender's standing rests on at this validator, as far as it was asked. */
  readonly basis: Basis | undefined;
}

/** What the sender's standing rests on at a validator, by transaction id. */
export interface Basis {
  /** What it lists. */
  readonly certificates: ReadonlyMap<TransactionId, TransactionCertificate>;
  /** What it lists without the certificate. */
  readonly pruned: ReadonlyMap<TransactionId, PrunedCertificate>;
  /** What it was brought since, which need be no part of anybody's basis. */
  readonly brought: ReadonlySet<TransactionId>;
  /** How many pages were heard. */
  readonly pages: number;
  readonly isWhole: boolean;
  /** Whether there is more of it than anybody was asked for: then nobody knows what it lacks. */
  readonly isCut: boolean;
}

/** What validators show of a nonce that is settled. */
export interface Found {
  readonly heard: readonly Address[];
  /** Undefined until somebody shows a certificate of the transaction. */
  readonly certificate: TransactionCertificate | undefined;
  /** What else they show there that does not prove itself, once for each that shows it (rule C8). */
  readonly rivals: readonly TransactionId[];
  /** What they say has settled there, where they do not show it any more. */
  readonly pruned: readonly PrunedCertificate[];
}

/** One transaction on its way to being settled: plain data, not an actor. */
export interface Submission {
  readonly envelope: TransactionEnvelope;
  readonly facts: TransactionFacts;
  readonly phase: Phase;
  /** Undefined but for the phase `settling`. */
  readonly certificate: TransactionCertificate | undefined;
  readonly progress: Readonly<Record<Address, Progress>>;
  /** Undefined unless validators were asked what settled at the nonce, since the last repetition. */
  readonly found: Found | undefined;
  /**
   * What came with the submission, newest first and not verified. Not durable: whatever is broadcast
   * was admitted by a quorum, which holds what it builds on.
   */
  readonly witnesses: readonly TransactionCertificate[];
  /** Empty once they are answered; delivery to the rest goes on. */
  readonly waiting: readonly Waiting[];
  readonly retries: number;
  /**
   * Whether validators may have been asked to sign it before this attempt: in an earlier one, before a
   * restart or in an earlier epoch. What they sign then they hold, and nobody may be left who says so.
   */
  readonly wasBroadcast: boolean;
  /** Whether f + 1 members were not left with a certificate of it by retired keys (rule C8). */
  readonly isDisowned: boolean;
  /** Nanoseconds since the Unix epoch. */
  readonly deadline: bigint;
}

/** A transaction that lacks signatures, with those that have arrived (rule P9). */
export interface Incomplete {
  readonly envelope: TransactionEnvelope;
  /** When the first part arrived: nanoseconds since the Unix epoch. */
  readonly since: bigint;
  /** Who signed the part that arrived first. */
  readonly openedBy: Address;
}

/** Everything that a proxy holds in memory. */
export interface ProxyState {
  /** Which transactions are for its network (rule V2). */
  readonly network: NetworkRule;
  /** The running one, as far as the proxy knows. */
  readonly committee: Committee;
  /** By epoch, from the one that it was told to begin with. */
  readonly committees: readonly Committee[];
  /** The changes that led from one to the next, by the epoch that each begins (rule P10). */
  readonly changes: ReadonlyMap<number, TransactionCertificate>;
  /** The members of the running one that were heard to serve, but for the one it began with (rule P4). */
  readonly serving: ReadonlySet<Address>;
  /** When members were last asked, for a query, whether the next epoch has begun (rule P7). */
  readonly askedForEpochAt: bigint;
  readonly timings: ProxyTimings;
  readonly submissions: VersionedMap<TransactionId, Submission>;
  /** What lacks signatures (rule P9). */
  readonly incomplete: VersionedMap<TransactionId, Incomplete>;
  /** Queries under way, by number. */
  readonly reads: VersionedMap<number, Read>;
  /** When it came up; tells its queries from those of an earlier life. Units: ns since the Unix epoch. */
  readonly upSince: bigint;
  /** How many queries were taken in since then; numbers them. */
  readonly readCount: number;
  /** Requests that were refused of late, the latest last. */
  readonly refused: readonly RefusedRequest[];
  /** Undefined where every certificate is kept. */
  readonly pruning: ProxyPruning | undefined;
}

/** Where a proxy stands that prunes. */
export interface ProxyPruning {
  readonly policy: PrunePolicy;
  /** Whether it is looking for what may go, or will at a time that is set. */
  readonly isUnderWay: boolean;
}

/** A request that was refused: whoever repeats it is told the same, and nothing is driven. */
export interface RefusedRequest extends Waiting {
  /** Ascends from one to the next, over restarts. */
  readonly number: number;
  readonly transactionId: TransactionId;
  readonly rejection: Rejection;
}

/** A query of somebody's on its way to a quorum of validators (rule P7). */
export interface Read {
  readonly number: number;
  readonly waiting: Waiting;
  readonly query: ProxyQuery;
  /** What validators say, since the last repetition. */
  readonly views: Readonly<Record<Address, View>>;
  readonly retries: number;
  /** Nanoseconds since the Unix epoch. */
  readonly deadline: bigint;
}

/** What one validator says. */
export interface View {
  readonly result: AccountInfo | TokenInfo | Certificates | EscrowJobs | Rejected;
  /** Whether a certificate stands behind the nonce that it says, or else whether it counts for a quorum. */
  readonly isBacked: boolean;
  /** Whether that certificate is one that does not prove itself (rule C8). */
  readonly needsOthers?: boolean;
}

/** What a proxy's store holds of a submission, under its transaction id. */
export interface SubmissionRecord {
  readonly envelope: TransactionEnvelope;
  /** The one that is being settled: the same signatures are given out ever after (rule P3). */
  readonly certificate: TransactionCertificate | undefined;
}

/** What a proxy wants to know again when it has read from its store. */
export type ProxyResume =
  /** Whether this transaction is settled already (rule P3). */
  | {
      readonly purpose: 'Submit';
      readonly waiting: Waiting;
      readonly envelope: TransactionEnvelope;
      readonly witnesses: readonly TransactionCertificate[];
    }
  /** What was found to be held or certified, and nobody has asked for. */
  | { readonly purpose: 'Drive'; readonly record: SubmissionRecord }
  /** The certificate that a validator lacks. */
  | {
      readonly purpose: 'Prerequisite';
      readonly transactionId: TransactionId;
      readonly validator: Address;
    }
  /** What may be let go of: the notes, or what stands at those that were read. */
  | { readonly purpose: 'Prune'; readonly notes: readonly string[] | undefined };

/** What a step of a proxy gives. */
export type ProxyStep = Step<ProxyState, ProxyResume>;
