import { type Committee, nodeNameOf, nodeNamesOf } from '@quorate/core';
import type { ValidatorAtRest } from '../oracles/oracle.ts';
import { quorumSize } from '../quorums.ts';
import { type EndedRun, isCalm, isQuiet, type StoppedRun } from './calm.ts';
import { correctAmong, isQuorumNear } from './reachable.ts';
import type { World } from './world.ts';

/**
 * Gives the first epoch of which it is certain that what its members have settled has reached the committee
 * that runs at the end; undefined where that can be said of none.
 *
 * The run is quiet, the committee has taken over, and of each committee on the way a quorum of
 * correct members is up and each of them reaches a quorum of the next: of whatever a quorum has settled, one
 * of these shows it in every quorum of snapshots, or is there to bring it (rules C4, C6).
 */
export function handedOnSince(run: StoppedRun): number | undefined {
  const { world, scenario } = run;
  const running = world.committees.running();
  if (!isQuiet(run) || running.epoch === 0 || !isTakenOver(world, running)) return undefined;
  if (scenario.phases === undefined) return isCalm(run, []) ? 0 : undefined;
  const way = new Map(world.committees.all().map((committee) => [committee.epoch, committee]));
  let next = running;
  if (correctAmong(world, running).length < quorumSize(running.members.length)) return undefined;
  for (let epoch = running.epoch - 1; epoch >= 0; epoch -= 1) {
    const committee = way.get(epoch);
    if (committee === undefined || !canHandOn(world, committee, next)) break;
    next = committee;
  }
  return next.epoch;
}

/** Tells whether so many members serve that, with liars counted as who they say they are, a quorum does. */
export function isTakenOver(world: World, committee: Committee): boolean {
  const { members, epoch } = committee;
  const serving = correctAmong(world, committee).filter(
    ({ node }) => (node.state()?.handover.served ?? -1) >= epoch,
  );
  const liars = members.filter(({ validator }) => !world.isCorrect(nodeNameOf(validator)));
  return serving.length + liars.length >= quorumSize(members.length);
}

/** Lists the correct members of the committee that runs at the end who are up and serve in its epoch. */
export function servingAtRest({
  world,
  retrospect,
}: Pick<EndedRun, 'world' | 'retrospect'>): readonly ValidatorAtRest[] {
  const { members, epoch } = world.committees.running();
  const seats = new Set(nodeNamesOf(members));
  return retrospect.validators.filter(
    ({ name, state }) => seats.has(name) && state.handover.served >= epoch,
  );
}

function canHandOn(world: World, committee: Committee, next: Committee): boolean {
  const near = correctAmong(world, committee).filter(({ node }) =>
    isQuorumNear(world, node.name, next),
  );
  return near.length >= quorumSize(committee.members.length);
}
