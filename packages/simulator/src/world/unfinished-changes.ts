import { type Committee, nodeNameOf, quorumSize } from '@quorate/core';
import type { ValidatorAtRest } from '../oracles/oracle.ts';
import { type EndedRun, isCalm } from './calm.ts';
import { correctAmong } from './reachable.ts';

/**
 * Tells whether the last epoch that began has no quorum of members who serve or lie, though nothing stood
 * in the way: all correct members together make one (`change-completes`).
 */
export function unfinishedChanges(run: EndedRun): {
  readonly checks: number;
  readonly messages: readonly string[];
} {
  const { world, scenario } = run;
  const running = world.committees.running();
  if (running.epoch === 0 || (scenario.phases === undefined && !isCalm(run, []))) {
    return { checks: 0, messages: [] };
  }
  const before = world.committees.all().filter(({ epoch }) => epoch === running.epoch - 1);
  const up = correctAmong(world, running);
  const isOwed = [running, ...before].every(
    (committee) => correctAmong(world, committee).length >= quorumSize(committee.members.length),
  );
  if (!isOwed) return { checks: 0, messages: [] };
  const late = up.filter(({ node }) => {
    const state = node.state();
    return state !== undefined && state.handover.served < running.epoch;
  });
  const serving = up.length - late.length;
  // A liar that says it serves is one of those whom nobody is told of any more.
  const liars = running.members.filter(({ validator }) => !world.isCorrect(nodeNameOf(validator)));
  if (serving + liars.length >= quorumSize(running.members.length)) {
    return { checks: 1, messages: [] };
  }
  const names = late.map(({ node }) => node.name).join(' ');
  return {
    checks: 1,
    messages: [`${serving} correct members serve in epoch ${running.epoch}: not yet ${names}`],
  };
}

/** Gives the last epoch in which all its correct members serve that are up. */
export function servedEpoch(
  committees: readonly Committee[],
  atRest: readonly Pick<ValidatorAtRest, 'name' | 'state'>[],
): number {
  const served = committees.filter(({ epoch, members }) => {
    const names = new Set(members.map(({ validator }) => nodeNameOf(validator)));
    const own = atRest.filter(({ name }) => names.has(name));
    return own.length > 0 && own.every(({ state }) => state.handover.served >= epoch);
  });
  return served.reduce((last, { epoch }) => Math.max(last, epoch), 0);
}
