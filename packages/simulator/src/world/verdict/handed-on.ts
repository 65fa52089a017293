import { type Committee, nodeNameOf, nodeNamesOf } from '@quorate/core';
import type { ValidatorAtRest } from '../../oracles/oracle.ts';
import { quorumSize } from '../../quorums.ts';
import type { World } from '../world.ts';
import { type EndedRun, isCalm, isQuiet, type StoppedRun } from './calm.ts';
import { correctAmong, isQuorumNear } from './reachable.ts';

/**
 * Gives the first epoch for which it is certain that everything settled by its members has reached
 * the committee running at the end; undefined when there is none.
 *
 * For this, the run is quiet and the last committee has taken over. Also, in each committee on the
 * way, a quorum of correct members is up, and each of them reaches a quorum of the next committee.
 * Then, whatever a quorum has settled, one of these members shows it in every quorum of snapshots,
 * or is there to deliver it (rules C4, C6).
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

/**
 * Tells whether a quorum serves, counting liars as serving because they may say so, and guests
 * because nobody sees whether they do.
 */
export function isTakenOver(world: World, committee: Committee): boolean {
  const { members, epoch } = committee;
  const serving = correctAmong(world, committee).filter(
    ({ node }) => (node.state()?.handover.served ?? epoch) >= epoch,
  );
  const liars = members.filter(({ validator }) => !world.isCorrect(nodeNameOf(validator)));
  return serving.length + liars.length >= quorumSize(members.length);
}

/** Lists the correct members of the last committee that are up and serve in its epoch. */
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
