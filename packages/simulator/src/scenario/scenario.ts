import type { LinkModel } from '../network.ts';
import type { ExpectedVerdict, JobStatus, Outcome } from '../run-result.ts';
import type { WorkloadStep } from './step.ts';

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
  readonly faults: readonly ScenarioFault[];
  readonly limits: ScenarioLimits;
  readonly expect: Expectations;
}

/** Name the nodes of the cluster; clients and accounts keep the order of the file. */
export interface ScenarioCluster {
  readonly validators: readonly string[];
  readonly proxy: string;
  readonly clients: readonly ScenarioClient[];
  readonly accounts: readonly ScenarioAccount[];
}

/** Fund one client at genesis. */
export interface ScenarioClient {
  readonly name: string;
  readonly balance: bigint;
}

/** Fund one multisig account at genesis; `quorum` of the signers, who are clients, act for it. */
export interface ScenarioAccount {
  readonly name: string;
  readonly signers: readonly string[];
  readonly quorum: number;
  readonly balance: bigint;
}

/** Describe every link: the first override that matches wins, the default serves the rest. */
export interface ScenarioNetwork {
  readonly default: LinkModel;
  readonly links: readonly ScenarioLinkOverride[];
  readonly schedule: 'fifo' | 'random';
}

/** Replace the default link between two nodes; `*` stands for any node. */
export interface ScenarioLinkOverride extends LinkModel {
  readonly from: string;
  readonly to: string;
}

/** Let one client work through its steps in order, from virtual time `start` on. */
export interface WorkloadEntry {
  readonly id: string;
  readonly client: string;
  readonly start: bigint;
  readonly steps: readonly WorkloadStep[];
}

/** Stop a validator at a virtual time; its disk survives, `restartAfter` brings it back. */
export interface ScenarioFault {
  readonly id: string;
  readonly kind: 'crash';
  readonly node: string;
  readonly at: bigint;
  readonly restartAfter: bigint | undefined;
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
