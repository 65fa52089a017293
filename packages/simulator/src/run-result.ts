import type { CryptoMode, Ed25519Backend } from '@quorate/crypto';
import type { SituationCount } from './oracles/situations.ts';

/**
 * Report one run as plain data: what the world produces and the command line prints.
 *
 * Units: times in nanoseconds of virtual time since the start of the run, amounts in least units of
 * the native token. Nothing in it depends on wall time, so equal seeds give equal results.
 */
export interface RunResult {
  readonly name: string;
  readonly description: string;
  /** `0x` and hexadecimal digits: what `--seed` takes to repeat the run. */
  readonly seed: string;
  readonly verdict: Verdict;
  readonly expectedVerdict: ExpectedVerdict;
  /** Hexadecimal; equal for equal seeds on every machine, crypto mode and backend. */
  readonly traceHash: string;
  /** What the trace hash was when the scenario was frozen; absent unless this is to be that run. */
  readonly recordedTraceHash?: string;
  /** Hexadecimal hash of every random draw; tells runs apart that deliver the same messages. */
  readonly drawHash: string;
  readonly crypto: CryptoMode;
  readonly ed25519: Ed25519Backend;
  readonly events: number;
  readonly virtualNanos: bigint;
  readonly accounts: readonly AccountReport[];
  readonly certificates: readonly CertificateReport[];
  readonly validators: readonly ValidatorReport[];
  readonly operations: readonly OperationReport[];
  readonly oracles: readonly OracleReport[];
  /** Every situation that runs are meant to get into, and how often this one did. */
  readonly situations: readonly SituationCount[];
  /** The abstract states that the run went through, sorted; empty unless they were asked for. */
  readonly shapes: readonly string[];
  readonly costs: CostReport;
  readonly faults: readonly FaultReport[];
  /** Everything `expect` names that came out otherwise, the verdict apart. */
  readonly failedExpectations: readonly FailedExpectation[];
}

/**
 * Judge a run: `violation` and the gravest safety oracle that fired, which is the first of them in
 * `oracles`; else `liveness` when a liveness oracle fired; else `unknown` when no oracle checked
 * anything; else `pass`.
 *
 * A run that reaches its limit of virtual time ends there like one that comes to rest, and full
 * delivery is done for it: whether every honest client has its answer by then is for the liveness
 * oracle to say. One that reaches its limit of events has no end and fails that oracle.
 */
export type Verdict = 'pass' | 'liveness' | `violation:${string}` | 'unknown';

/** A verdict that a scenario can ask for; `any` asks for none. */
export type ExpectedVerdict = Exclude<Verdict, 'unknown'> | 'any';

/**
 * Classify how an operation, or all operations of a client, ended; `incomplete` is one that waits
 * for further signatures, and `locked-by-mint-removal` a mint that some validators had signed when
 * its right was removed (rule D5).
 */
export type Outcome =
  | 'final'
  | 'incomplete'
  | 'refused'
  | 'unknown'
  | 'locked-by-mint-removal'
  | 'locked-by-own-equivocation';

/** Say where an escrow job stands. */
export type JobStatus = 'Funded' | 'Submitted' | 'Completed' | 'Refunded';

/** Show one account, of a client or of several, at the end, as most validators hold it. */
export interface AccountReport {
  readonly client: string;
  readonly address: string;
  readonly balance: bigint;
  readonly nextNonce: bigint;
  readonly lock: 'none' | 'pending' | 'contested';
  /** Absent for a client that did nothing. */
  readonly outcome?: Outcome;
}

/** Show one certificate that was formed. */
export interface CertificateReport {
  readonly transactionId: string;
  readonly client: string;
  readonly nonce: bigint;
  /** One clause for people, such as "alice pays bob 100". */
  readonly summary: string;
  readonly signers: readonly string[];
  readonly signedAt: bigint;
  readonly certifiedAt: bigint;
  /** When a quorum had settled it; undefined when that never happened. */
  readonly finalAt: bigint | undefined;
  /** Validator name to the time it settled the certificate. */
  readonly settledAt: Readonly<Record<string, bigint>>;
}

/** Show one validator at the end of the run. */
export interface ValidatorReport {
  readonly name: string;
  /** Lifecycle state, such as "active" or "crashed". */
  readonly status: string;
  /** State digest, hexadecimal. */
  readonly digest: string;
  /** Certificates settled. */
  readonly settled: number;
}

/** Show one thing a client attempted. */
export interface OperationReport {
  readonly client: string;
  readonly summary: string;
  readonly outcome: Outcome;
  /** Rejection code or other cause, for everything that is not final. */
  readonly reason?: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
}

/** Show how often one invariant was checked, and how often it broke. */
export interface OracleReport {
  readonly name: string;
  readonly checks: number;
  readonly violations: readonly Violation[];
}

/** Add up what a run cost; exact, and the same in every crypto mode and on every machine. */
export interface CostReport {
  /** Transactions that a quorum has settled. */
  readonly transactions: number;
  /** Signatures that nodes asked to be verified, computed or remembered. */
  readonly verifications: number;
  /** Signatures made, by clients and validators. */
  readonly signatures: number;
  /** Messages sent, lost ones included. */
  readonly messages: number;
  /** For each transaction, from when it was first sent until a quorum had settled it; ascending. */
  readonly finalityNanos: readonly bigint[];
}

/** Say whether one fault or one Byzantine act of the scenario took effect. */
export interface FaultReport {
  readonly id: string;
  readonly kind: string;
  /** When it did; undefined for a fault whose moment never came or that found nothing to change. */
  readonly at: bigint | undefined;
}

/** Record one breach of an invariant. */
export interface Violation {
  readonly oracle: string;
  readonly kind: 'safety' | 'liveness';
  readonly at: bigint;
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Record one expectation of the scenario that was not met. */
export interface FailedExpectation {
  /** Key path in the scenario file, such as "balances.alice". */
  readonly expectation: string;
  readonly expected: string;
  readonly actual: string;
}
