import { faultyMax } from '@quorate/core';
import type { Retrospect } from '../oracles/oracle.ts';
import { plannedCommittees } from '../scenario/committees.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Ending } from './judgement.ts';
import { isLossless } from './reachable.ts';
import type { World } from './world.ts';

/** A run that has ended, for the judges of liveness. */
export interface EndedRun {
  readonly world: World;
  readonly scenario: Scenario;
  readonly ending: Ending;
  readonly retrospect: Retrospect;
}

/**
 * Tells whether nothing went wrong in a run that could keep anybody waiting: no message was lost, these
 * nodes were left alone, and in no committee that is meant to be more than f members were faulty.
 */
export function isCalm({ world, scenario }: EndedRun, bystanders: readonly string[]): boolean {
  const { network, faults, byzantine } = scenario;
  const afflicted = new Set(byzantine.map(({ node }) => node));
  const tookEffect = new Set(
    world.faults.reports().flatMap(({ id, at }) => (at === undefined ? [] : [id])),
  );
  for (const fault of faults) {
    if (!tookEffect.has(fault.id)) continue;
    if (!('node' in fault)) return false;
    afflicted.add(fault.node);
  }
  const isBearable = (members: readonly string[]) =>
    members.filter((name) => afflicted.has(name)).length <= faultyMax(members.length);
  return (
    [network.default, ...network.links].every(isLossless) &&
    !bystanders.some((name) => afflicted.has(name)) &&
    plannedCommittees(scenario).every(isBearable)
  );
}
