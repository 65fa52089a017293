import type { Budget } from '../draw/budget.ts';
import type { CommitteeChange } from '../scenario/committee-changes.ts';
import { everyValidator } from '../scenario/committees.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';

/** For whom and within what faults and Byzantine acts are drawn. */
export interface Stage {
  readonly cluster: ScenarioCluster;
  readonly budget: Budget;
  readonly changes: readonly CommitteeChange[];
  /** The time within which they begin. Units: nanoseconds. */
  readonly horizon: bigint;
  /** The number of events after which none of them begins. */
  readonly events: number;
}

/** A Byzantine node and whom it deals with. */
export interface Culprit extends Stage {
  readonly node: string;
  /** The client with which Byzantine validators are in league. */
  readonly accomplice: string;
}

/** Lists the validators, those without a seat included. */
export const validatorsOf = ({ cluster }: Pick<Stage, 'cluster'>) => everyValidator(cluster);

/** Lists the clients by name. */
export const clientsOf = ({ cluster }: Pick<Stage, 'cluster'>) =>
  cluster.clients.map(({ name }) => name);

/** Lists the nodes that others deal with. */
export const everybody = (stage: Pick<Stage, 'cluster'>) => [
  ...validatorsOf(stage),
  ...othersOf(stage),
];

/** Lists proxies and clients. */
export const othersOf = (stage: Pick<Stage, 'cluster'>) => [
  ...stage.cluster.proxies,
  ...clientsOf(stage),
];
