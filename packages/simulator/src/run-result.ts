import type { CryptoMode, Ed25519Backend } from '@quorate/crypto';
import type { SituationCount } from './oracles/situations.ts';

/**
 * The result of a run, as plain data.
 *
 * Units: times in nanoseconds of virtual time since the start of the run, amounts in least units of
 * the native token. Nothing in it depends on real time, so equal seeds give equal results.
 */
export interface RunResult {
  readonly name: string;
  readonly description: string;
  /** `0x` and hexadecimal digits: the argument of `--seed` that repeats the run. */
  readonly seed: string;
  readonly verdict: Verdict;
  readonly expectedVerdict: ExpectedVerdict;
  /** Hexadecimal. Equal for equal seeds on every machine, crypto mode and backend. */
  readonly traceHash: string;
  /**
   * The trace hash recorded when the scenario was frozen; absent unless this run should repeat that
   * one.
   */
  readonly recordedTraceHash?: string;
  /**
   * A hexadecimal hash of every random draw. It differs for runs that deliver the same messages
   * after different draws.
   */
  readonly drawHash: string;
  readonly crypto: CryptoMode;
  readonly ed25519: Ed25519Backend;
  /** The number of events that the run delivered: messages and timers. */
  readonly events: number;
  /** The virtual time at which the run ended. */
  readonly virtualNanos: bigint;
  readonly accounts: readonly AccountReport[];
  readonly certificates: readonly CertificateReport[];
  readonly validators: readonly ValidatorReport[];
  readonly operations: readonly OperationReport[];
  readonly oracles: readonly OracleReport[];
  /** Every situation that runs should get into, and how often this run did. */
  readonly situations: readonly SituationCount[];
  /** The abstract states that the run went through, sorted; empty unless they were requested. */
  readonly shapes: readonly string[];
  readonly costs: CostReport;
  readonly faults: readonly FaultReport[];
  /** The places in `network.order` of what never came, in order, numbered from 0. */
  readonly neverCame: readonly number[];
  /**
   * Whether the run came to where `reseed` has other random draws count; absent if the scenario
   * states none.
   */
  readonly reseeded?: boolean;
  /** Everything in `expect` that came out differently, except the verdict. */
  readonly failedExpectations: readonly FailedExpectation[];
}

/**
 * The verdict on a run: `violation` with the most serious safety oracle that fired, which is the
 * first of them in `oracles`; otherwise `liveness` when a liveness oracle fired; otherwise
 * `unknown` when no oracle checked anything; otherwise `pass`.
 *
 * A run that reaches its limit of virtual time ends there like one in which nothing is left to
 * happen, and full delivery is simulated for it. The liveness oracle decides whether every honest
 * client had to have its answer by then. A run that reaches its limit of events has no end, so it
 * fails that oracle.
 */
export type Verdict = 'pass' | 'liveness' | `violation:${string}` | 'unknown';

/** A verdict that a scenario can expect; `any` accepts every verdict. */
export type ExpectedVerdict = Exclude<Verdict, 'unknown'> | 'any';

/**
 * How an operation, or all operations of a client, ended, the worst last. `incomplete`: it waits for
 * further signatures. `locked-by-mint-removal`: a mint that some validators had signed when the
 * sender was removed from the minters (rule D5).
 */
export const OUTCOMES = [
  'final',
  'incomplete',
  'refused',
  'unknown',
  'locked-by-mint-removal',
  'locked-by-own-equivocation',
] as const;
/** How something ended. */
export type Outcome = (typeof OUTCOMES)[number];

/** The account of a client, or a multisig account, at the end, as most validators hold it. */
export interface AccountReport {
  readonly client: string;
  readonly address: string;
  /** In least units of the native token; may be negative while credits are on their way. */
  readonly balance: bigint;
  readonly nextNonce: bigint;
  readonly lock: 'none' | 'pending' | 'contested';
  /** Absent for a client that did nothing. */
  readonly outcome?: Outcome;
}

/** A certificate that was formed. */
export interface CertificateReport {
  readonly transactionId: string;
  readonly client: string;
  readonly nonce: bigint;
  /** A clause for people, such as "alice pays bob 100". */
  readonly summary: string;
  /** The names of the validators whose signatures form the certificate. */
  readonly signers: readonly string[];
  /** When the transaction was first sent. */
  readonly signedAt: bigint;
  /** When the certificate was formed. */
  readonly certifiedAt: bigint;
  /** When a quorum had settled it; undefined when none did. */
  readonly finalAt: bigint | undefined;
  /** When each validator settled the certificate, by its name. */
  readonly settledAt: Readonly<Record<string, bigint>>;
}

/** A validator at the end of the run. */
export interface ValidatorReport {
  readonly name: string;
  /** The lifecycle state, such as "active" or "crashed". */
  readonly status: string;
  /** Whether it is a member of the committee that runs at the end. */
  readonly seat: boolean;
  /** The digest of its ledger, hexadecimal. */
  readonly digest: string;
  /** The number of certificates settled. */
  readonly settled: number;
}

/** One operation that a client attempted. */
export interface OperationReport {
  readonly client: string;
  readonly summary: string;
  readonly outcome: Outcome;
  /** The rejection code or another cause, unless the outcome is final. */
  readonly reason?: string;
  /** What validators said, if they are why no quorum was reached. */
  readonly unreached?: UnreachedQuorum;
  /** If it was refused for lack of funds. */
  readonly shortfall?: Shortfall;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
}

/** What the report of a quorum that was not reached says of validators, by their names (rule P8). */
export interface UnreachedQuorum {
  /** Who refused, and why: `v2 UnexpectedNonce (V5)`. */
  readonly refusals: readonly string[];
  readonly silent: readonly string[];
}

/** What a sender held of a token as it was refused, and what it would have needed, in least units. */
export interface Shortfall {
  readonly held: bigint;
  readonly required: bigint;
}

/** How often an invariant was checked, and how it broke. */
export interface OracleReport {
  readonly name: string;
  /** How often the invariant was checked; 0 means that nothing is known about it. */
  readonly checks: number;
  readonly violations: readonly Violation[];
}

/** What a run has cost; exact, and the same in every crypto mode and on every machine. */
export interface CostReport {
  /** The number of transactions that a quorum has settled. */
  readonly transactions: number;
  /** The number of signatures that nodes asked to verify, whether computed or remembered. */
  readonly verifications: number;
  /** The number of signatures made by clients and validators. */
  readonly signatures: number;
  /** The number of messages sent, including lost ones. */
  readonly messages: number;
  /**
   * For each transaction, the time from when it was first sent until a quorum had settled it;
   * ascending.
   */
  readonly finalityNanos: readonly bigint[];
}

/** Whether a fault or a Byzantine act of the scenario took effect. */
export interface FaultReport {
  readonly id: string;
  readonly kind: string;
  /** When it took effect; undefined when its moment never came or it found nothing to change. */
  readonly at: bigint | undefined;
}

/** A violation of an invariant. */
export interface Violation {
  readonly oracle: string;
  readonly kind: 'safety' | 'liveness';
  /** What the invariant says, in a sentence. */
  readonly mustHold: string;
  /** When the violation was found. */
  readonly at: bigint;
  /**
   * The event of the run in which it was found, numbered as in traces; absent if it was found once
   * the run was over.
   */
  readonly event?: number;
  readonly message: string;
  /** Details for reports, by name. */
  readonly facts: Readonly<Record<string, string>>;
}

/** An expectation of the scenario that was not met. */
export interface FailedExpectation {
  /** The key path in the scenario file, such as "balances.alice". */
  readonly expectation: string;
  readonly expected: string;
  readonly actual: string;
}
