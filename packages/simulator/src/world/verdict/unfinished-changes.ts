import { type Committee, nodeNamesOf } from '@quorate/core';
import type { ValidatorAtRest } from '../../oracles/oracle.ts';
import { isUp } from '../is-up.ts';
import type { World } from '../world.ts';
import { type EndedRun, endsTooEarly, isCalm } from './calm.ts';
import { isTakenOver } from './handed-on.ts';
import type { Judged } from './judgement.ts';
import { areQuorumsNear, correctAmong } from './reachable.ts';

/**
 * Tells whether the last epoch has no quorum of members that serve (or lie), although nothing
 * prevented it: a correct validator that has settled the change reaches quorums of both committees
 * (`change-completes`).
 */
export function unfinishedChanges(run: EndedRun): Judged {
  const { world, scenario } = run;
  const running = world.committees.running();
  if (running.epoch === 0 || (scenario.phases === undefined && !isCalm(run, []))) {
    return { checks: 0, messages: [] };
  }
  if (endsTooEarly(run) || !canBeTold(world)) return { checks: 0, messages: [] };
  const up = correctAmong(world, running);
  const late = up.filter(({ node }) => {
    const state = node.state();
    return state !== undefined && state.handover.served < running.epoch;
  });
  const serving = up.length - late.length;
  // A liar that says it serves is no longer told of the change, so it counts as serving.
  if (isTakenOver(world, running)) return { checks: 1, messages: [] };
  const names = late.map(({ node }) => node.name).join(' ');
  return {
    checks: 1,
    messages: [`${serving} correct members serve in epoch ${running.epoch}: not yet ${names}`],
  };
}

// A validator that has settled the change announces it to the others, whatever else it does.
function canBeTold(world: World): boolean {
  const { committees, validators } = world;
  const change = committees.beganWith();
  if (change === undefined) return false;
  return validators.some(({ node }) => {
    const nextNonce = node.state()?.ledger.account.get(change.sender)?.nextNonce ?? 0n;
    if (nextNonce <= change.nonce || !world.isCorrect(node.name) || !isUp(world, node))
      return false;
    return areQuorumsNear(world, node.name);
  });
}

/** Gives the last epoch in which all correct members that are up serve. */
export function servedEpoch(
  committees: readonly Committee[],
  atRest: readonly Pick<ValidatorAtRest, 'name' | 'state'>[],
): number {
  const served = committees.filter(({ epoch, members }) => {
    const names = new Set(nodeNamesOf(members));
    const own = atRest.filter(({ name }) => names.has(name));
    return own.length > 0 && own.every(({ state }) => state.handover.served >= epoch);
  });
  return served.reduce((last, { epoch }) => Math.max(last, epoch), 0);
}
