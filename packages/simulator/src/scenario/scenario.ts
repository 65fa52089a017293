import type { CryptoMode } from '@quorate/crypto';
import type { EscrowStatus } from '@quorate/protocol';
import type { SituationName } from '../oracles/situations.ts';
import type { ExpectedVerdict, Outcome } from '../run-result.ts';
import type { ByzantineParty } from './byzantine/byzantine.ts';
import type { CommitteeChange } from './committee-changes.ts';
import type { ScenarioDisk } from './disk.ts';
import type { Fault } from './faults/fault.ts';
import type { ScenarioFees } from './fees.ts';
import type { ScenarioNetwork } from './network/scenario-network.ts';
import type { ScenarioPhases } from './phases.ts';
import type { Provenance } from './provenance.ts';
import type { ScenarioPruning } from './pruning.ts';
import type { WorkloadStep } from './step.ts';
import type { Swarm } from './swarm/swarm.ts';
import type { Threshold } from './thresholds.ts';

/**
 * One experiment on a simulated cluster, after its file has been checked.
 *
 * Units: times in nanoseconds, amounts in least units of the native token.
 * Source: docs/scenarios.md.
 */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly seed: bigint;
  readonly cluster: ScenarioCluster;
  readonly network: ScenarioNetwork;
  readonly workload: readonly WorkloadEntry[];
  /** Changes of committee, in the order in which they take place. */
  readonly changes: readonly CommitteeChange[];
  readonly faults: readonly Fault[];
  readonly byzantine: readonly ByzantineParty[];
  /**
   * What is still to be drawn: a scenario with a swarm has to be drawn (`drawScenario`) before it
   * runs.
   */
  readonly swarm: Swarm | undefined;
  readonly phases: ScenarioPhases | undefined;
  readonly limits: ScenarioLimits;
  readonly expect: Expectations;
  readonly provenance: Provenance | undefined;
}

/** The nodes of the cluster; clients and accounts keep the order of the file. */
export interface ScenarioCluster {
  /** The committee of epoch 0, in order. */
  readonly validators: readonly string[];
  /** Validators that start without a seat. */
  readonly candidates: readonly string[];
  readonly proxies: readonly string[];
  readonly clients: readonly ScenarioClient[];
  readonly accounts: readonly ScenarioAccount[];
  readonly disk: ScenarioDisk;
  /** Undefined if every node keeps every certificate. */
  readonly prune: ScenarioPruning | undefined;
  /** Undefined if transactions cost nothing. */
  readonly fees: ScenarioFees | undefined;
  /** Whether transactions in the un-versioned shape are accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /**
   * How old an epoch must be before requests to join or leave can settle (rule C2), in nanoseconds.
   */
  readonly requestAge: bigint;
  /** How much of Ed25519 is computed; no run depends on it. */
  readonly crypto: CryptoMode;
  /**
   * The number of threads that share the validators; undefined means one thread for all. No run
   * depends on it.
   */
  readonly workers: number | undefined;
}

/** One client, and its balance at genesis. */
export interface ScenarioClient {
  readonly name: string;
  readonly balance: bigint;
  /** The proxy that it submits to. */
  readonly proxy: string;
  /**
   * The validator that it operates: its account is that validator's operator account. Absent means
   * none.
   */
  readonly operates?: string;
}

/**
 * One multisig account, and its balance at genesis; `quorum` of the signers, who are clients, act
 * for it.
 */
export interface ScenarioAccount {
  readonly name: string;
  readonly signers: readonly string[];
  readonly quorum: number;
  /** Distinguishes it from other accounts with the same signers and quorum; absent means 0. */
  readonly nonce?: bigint;
  readonly balance: bigint;
}

/** The steps of one client, which it takes in order from virtual time `start` on. */
export interface WorkloadEntry {
  /** A name for reports. */
  readonly id: string;
  readonly client: string;
  /** In nanoseconds since the start of the run. */
  readonly start: bigint;
  readonly steps: readonly WorkloadStep[];
}

/** The limits of a run in virtual time and in events. */
export interface ScenarioLimits {
  /** In nanoseconds. */
  readonly simTime: bigint;
  /** The number of events delivered: messages and timers. */
  readonly events: number;
}

/** What the run must end with; whatever is not mentioned is not compared. */
export interface Expectations {
  readonly verdict: ExpectedVerdict;
  readonly outcomes: readonly { readonly client: string; readonly outcome: Outcome }[];
  readonly balances: readonly { readonly client: string; readonly balance: bigint }[];
  /** The number of certificates in the result of the run. */
  readonly certificates: number | undefined;
  /** The last epoch in which all its correct members serve that are up at the end. */
  readonly epoch: number | undefined;
  /** The situations that must occur at least once in the run. */
  readonly sometimes: readonly SituationName[];
  readonly thresholds: readonly Threshold[];
  readonly tokens: readonly TokenExpectation[];
  readonly jobs: readonly { readonly job: string; readonly status: EscrowStatus }[];
  readonly states: readonly StateExpectation[];
}

/** What a token must be at the end; an undefined supply is not compared. */
export interface TokenExpectation {
  readonly token: string;
  readonly supply: bigint | undefined;
  readonly holders: readonly { readonly client: string; readonly balance: bigint }[];
}

/** What a state cell must hold at the end; `shown` is the key as the file writes it. */
export interface StateExpectation {
  readonly client: string;
  readonly shown: string;
  readonly key: string;
  readonly state: string;
}
