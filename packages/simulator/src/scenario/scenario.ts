import type { CryptoMode } from '@quorate/crypto';
import type { SituationName } from '../oracles/situations.ts';
import type { ExpectedVerdict, JobStatus, Outcome } from '../run-result.ts';
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
 * State one experiment after its file has been checked.
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
  /** What is still to be drawn; a scenario that has it is drawn before it runs. */
  readonly swarm: Swarm | undefined;
  readonly phases: ScenarioPhases | undefined;
  readonly limits: ScenarioLimits;
  readonly expect: Expectations;
  readonly provenance: Provenance | undefined;
}

/** Name the nodes of the cluster; clients and accounts keep the order of the file. */
export interface ScenarioCluster {
  /** The committee of epoch 0, in order. */
  readonly validators: readonly string[];
  /** Validators that begin without a seat. */
  readonly candidates: readonly string[];
  readonly proxies: readonly string[];
  readonly clients: readonly ScenarioClient[];
  readonly accounts: readonly ScenarioAccount[];
  readonly disk: ScenarioDisk;
  /** Undefined where every node keeps every certificate. */
  readonly prune: ScenarioPruning | undefined;
  /** Undefined where transactions cost nothing. */
  readonly fees: ScenarioFees | undefined;
  /** Whether transactions in the un-versioned shape are accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /** How old an epoch must be before requests to join or leave settle (rule C2). Units: nanoseconds. */
  readonly requestAge: bigint;
  /** How much of Ed25519 is computed; no run depends on it. */
  readonly crypto: CryptoMode;
  /** How many threads share the validators; undefined runs all in one. No run depends on it. */
  readonly workers: number | undefined;
}

/** Fund one client at genesis. */
export interface ScenarioClient {
  readonly name: string;
  readonly balance: bigint;
  /** Whom it submits to. */
  readonly proxy: string;
  /** The validator that it runs, whose operator account is its own; none when absent. */
  readonly operates?: string;
}

/** Fund one multisig account at genesis; `quorum` of the signers, who are clients, act for it. */
export interface ScenarioAccount {
  readonly name: string;
  readonly signers: readonly string[];
  readonly quorum: number;
  /** What tells it from another account of the same signers and quorum; 0 when absent. */
  readonly nonce?: bigint;
  readonly balance: bigint;
}

/** Let one client work through its steps in order, from virtual time `start` on. */
export interface WorkloadEntry {
  readonly id: string;
  readonly client: string;
  readonly start: bigint;
  readonly steps: readonly WorkloadStep[];
}

/** Bound a run in virtual time and in events. */
export interface ScenarioLimits {
  readonly simTime: bigint;
  readonly events: number;
}

/** State what the run must end with; what is not mentioned is not compared. */
export interface Expectations {
  readonly verdict: ExpectedVerdict;
  readonly outcomes: readonly { readonly client: string; readonly outcome: Outcome }[];
  readonly balances: readonly { readonly client: string; readonly balance: bigint }[];
  readonly certificates: number | undefined;
  /** The last epoch in which all its correct members serve that are up. */
  readonly epoch: number | undefined;
  /** What the run must get into at least once. */
  readonly sometimes: readonly SituationName[];
  readonly thresholds: readonly Threshold[];
  readonly tokens: readonly TokenExpectation[];
  readonly jobs: readonly { readonly job: string; readonly status: JobStatus }[];
  readonly states: readonly StateExpectation[];
}

/** State what a token must be; an undefined supply is not compared. */
export interface TokenExpectation {
  readonly token: string;
  readonly supply: bigint | undefined;
  readonly holders: readonly { readonly client: string; readonly balance: bigint }[];
}

/** State what a cell must hold; `shown` is what the file says of its key. */
export interface StateExpectation {
  readonly client: string;
  readonly shown: string;
  readonly key: string;
  readonly state: string;
}
