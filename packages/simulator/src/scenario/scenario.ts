import type { LinkModel } from '../network.ts';
import type { ExpectedVerdict, Outcome } from '../run-result.ts';

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

/** Name the nodes of the cluster; clients keep the order of the file. */
export interface ScenarioCluster {
  readonly validators: readonly string[];
  readonly proxy: string;
  readonly clients: readonly ScenarioClient[];
}

/** Fund one client at genesis. */
export interface ScenarioClient {
  readonly name: string;
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

/** List what a client can do. */
export type WorkloadStep = PayStep | SignStep | SendStep | ClaimStep | WaitStep;

/** Sign a transfer, submit it through the proxy and wait for its outcome. */
export interface PayStep {
  readonly op: 'pay';
  readonly to: string;
  readonly amount: bigint;
}

/** Sign a transfer and keep it under a label; without a nonce, the next one of the client. */
export interface SignStep {
  readonly op: 'sign';
  readonly as: string;
  readonly to: string;
  readonly amount: bigint;
  readonly nonce: bigint | undefined;
}

/** Hand a transaction that was signed earlier straight to these validators. */
export interface SendStep {
  readonly op: 'send';
  readonly transaction: string;
  readonly validators: readonly string[];
}

/** Submit an external claim that these clients vouch for, and wait for its outcome. */
export interface ClaimStep {
  readonly op: 'claim';
  readonly data: Uint8Array;
  readonly verifiers: readonly string[];
  readonly quorum: number;
}

/** Do nothing for a while. */
export interface WaitStep {
  readonly op: 'wait';
  readonly duration: bigint;
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
}
