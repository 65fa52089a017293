import type { Budget } from '../draw/budget.ts';
import type { ScenarioCluster } from '../scenario/cluster/cluster.ts';
import type { CommitteeChange } from '../scenario/cluster/committee-changes.ts';
import { everyValidator } from '../scenario/cluster/committees.ts';

/** The cluster and the limits within which faults and Byzantine acts are drawn. */
export interface Stage {
  readonly cluster: ScenarioCluster;
  readonly budget: Budget;
  readonly changes: readonly CommitteeChange[];
  /** The time within which they begin, in nanoseconds. */
  readonly horizon: bigint;
  /** The number of events after which none of them begins. */
  readonly events: number;
}

/** A Byzantine node and its accomplice. */
export interface Culprit extends Stage {
  readonly node: string;
  /** The client that is in league with Byzantine validators. */
  readonly accomplice: string;
}

/** The names of all validators, including those without a seat. */
export const validatorsOf = ({ cluster }: Pick<Stage, 'cluster'>) => everyValidator(cluster);

/** The names of all clients. */
export const clientsOf = ({ cluster }: Pick<Stage, 'cluster'>) =>
  cluster.clients.map(({ name }) => name);

/** The names of all nodes. */
export const everybody = (stage: Pick<Stage, 'cluster'>) => [
  ...validatorsOf(stage),
  ...othersOf(stage),
];

/** The names of all proxies and clients. */
export const othersOf = (stage: Pick<Stage, 'cluster'>) => [
  ...stage.cluster.proxies,
  ...clientsOf(stage),
];
