import type { ScenarioClient, ScenarioCluster } from '../../scenario/scenario.ts';
import type { OperationStep, TransactionStep, WorkloadStep } from '../../scenario/step.ts';

/** Where a plot takes place: who is there, and what there is already. */
export interface Scene {
  readonly cluster: ScenarioCluster;
  /** The clients whose steps are drawn, at least one. */
  readonly cast: readonly ScenarioClient[];
  /** The one of them who sets out. */
  readonly lead: ScenarioClient;
  readonly goods: Goods;
}

/** What clients create, by label, with those who may do something with it. */
export interface Goods {
  readonly tokens: readonly Token[];
  readonly terms: readonly string[];
  readonly jobs: readonly Job[];
}

/** A token and who may manage and mint it at first. */
export interface Token {
  readonly label: string;
  readonly admin: string;
  readonly mints: readonly string[];
}

/** A job and who decides on it. */
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

/** Some steps of one or several clients, in an order in which nobody waits in a circle. */
export type Plot = readonly Line[];

/** Says that a client does these operations as one transaction. */
export function act(client: string, ...operations: readonly OperationStep[]): Line {
  return { client, step: transaction(operations, undefined) };
}

/** Gives the step that does operations as one transaction, of an account that may be a shared one. */
export function transaction(
  operations: readonly OperationStep[],
  from: string | undefined,
): TransactionStep {
  return { op: 'transaction', operations, from, outcome: undefined, code: undefined };
}

/** Lists the names of the cast. */
export const castOf = ({ cast }: Scene) => cast.map(({ name }) => name);

/** Lists all clients by name. */
export const namesOf = ({ cluster }: Scene) => cluster.clients.map(({ name }) => name);

/** Lists clients and accounts by name: all who can be paid. */
export const payeesOf = (scene: Scene) => [
  ...namesOf(scene),
  ...scene.cluster.accounts.map(({ name }) => name),
];

/** Gives a label that is not taken: the lead's, with a number from the second on. */
export function labelFor(kind: 'token' | 'terms' | 'job', { lead, goods }: Scene): string {
  const { tokens, terms, jobs } = goods;
  const taken = [...terms, ...[...tokens, ...jobs].map(({ label }) => label)];
  const first = `${lead.name}-${kind}`;
  if (!taken.includes(first)) return first;
  let number = 2;
  while (taken.includes(`${first}-${number}`)) number += 1;
  return `${first}-${number}`;
}
