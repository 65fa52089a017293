import type { Scenario } from '../scenario.ts';
import type { ScenarioCluster } from './cluster.ts';

/** Lists all validators of a cluster: those of epoch 0, then those that start without a seat. */
export function everyValidator({
  validators,
  candidates,
}: Pick<ScenarioCluster, 'validators' | 'candidates'>): readonly string[] {
  return [...validators, ...candidates];
}

/**
 * Lists the planned committees of a scenario, by name: that of epoch 0, then one for each change.
 */
export function plannedCommittees({
  cluster,
  changes,
}: Pick<Scenario, 'cluster' | 'changes'>): readonly (readonly string[])[] {
  return [cluster.validators, ...changes.map(({ members }) => members)];
}
