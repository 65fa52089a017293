import type { ScenarioClient, ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { OperationStep, TransactionStep, WorkloadStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';

/** Where a plot takes place: the clients and accounts, and what has been created so far. */
export interface Scene {
  readonly cluster: ScenarioCluster;
  /** The clients whose steps are drawn, at least one. */
  readonly cast: readonly ScenarioClient[];
  /** The client of the cast that begins the plot. */
  readonly lead: ScenarioClient;
  readonly goods: Goods;
  /** What may be drawn in the scenario. */
  readonly swarm: Swarm;
}

/** What clients have created, by label, with the parties that have rights on it. */
export interface Goods {
  readonly tokens: readonly Token[];
  readonly terms: readonly string[];
  readonly jobs: readonly Job[];
}

/** A token and the parties that may manage and mint it at first. */
export interface Token {
  readonly label: string;
  readonly admin: string;
  readonly mints: readonly string[];
}

/** A job and the parties that may decide on it and deliver. */
export interface Job {
  readonly label: string;
  readonly evaluator: string;
  readonly provider: string;
}

/** One step of a plot and the client who takes it. */
export interface Line {
  readonly client: string;
  readonly step: WorkloadStep;
}

/** Steps of one or several clients, in an order without circular waiting. */
export type Plot = readonly Line[];

/** One client does these operations as one transaction. */
export function act(client: string, ...operations: readonly OperationStep[]): Line {
  return { client, step: transaction(operations, undefined) };
}

/** Gives the step that does operations as one transaction, optionally for a multisig account. */
export function transaction(
  operations: readonly OperationStep[],
  from: string | undefined,
): TransactionStep {
  return { op: 'transaction', operations, from, outcome: undefined, code: undefined };
}

/** The names of the cast. */
export const castOf = ({ cast }: Scene) => cast.map(({ name }) => name);

/** The names of all clients. */
export const namesOf = ({ cluster }: Scene) => cluster.clients.map(({ name }) => name);

/** The names of all clients and accounts, which are all that can be paid. */
export const payeesOf = (scene: Scene) => [
  ...namesOf(scene),
  ...scene.cluster.accounts.map(({ name }) => name),
];

/** Gives an unused label: named after the lead, with a number from the second on. */
export function labelFor(kind: 'token' | 'terms' | 'job', { lead, goods }: Scene): string {
  const { tokens, terms, jobs } = goods;
  const taken = [...terms, ...[...tokens, ...jobs].map(({ label }) => label)];
  const first = `${lead.name}-${kind}`;
  if (!taken.includes(first)) return first;
  let number = 2;
  while (taken.includes(`${first}-${number}`)) number += 1;
  return `${first}-${number}`;
}
