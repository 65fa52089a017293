import { type Committee, nodeNamesOf } from '@quorate/core';
import type { LinkModel } from '@quorate/network';
import type { NodeName } from '@quorate/transport';
import { quorumSize } from '../quorums.ts';
import { isUp } from './is-up.ts';
import type { SimulatedValidator } from './nodes.ts';
import type { World } from './world.ts';

/**
 * Tells whether, as things stand, a quorum of the correct members of the committee is up and a client can reach it
 * through its proxy: over links that lose nothing, there and back.
 */
export function quorumIsReachable(world: World, client: NodeName, proxy: NodeName): boolean {
  return areQuorumsNear(world, proxy) && isWhole(world, client, proxy);
}

/** Tells whether a node reaches what it takes to settle something: quorums of the last two committees. */
export function areQuorumsNear(world: World, from: NodeName): boolean {
  const { committees } = world;
  const running = committees.running();
  // Who takes over needs those who hold what is to be taken over.
  const needed = committees.all().filter(({ epoch }) => epoch >= running.epoch - 1);
  return needed.every((committee) => isQuorumNear(world, from, committee));
}

/** Tells whether a node, itself counted, reaches a quorum of correct members of a committee that are up. */
export function isQuorumNear(world: World, from: NodeName, committee: Committee): boolean {
  const near = correctAmong(world, committee).filter(
    ({ node }) => node.name === from || isWhole(world, from, node.name),
  );
  return near.length >= quorumSize(committee.members.length);
}

/** Lists the correct members of a committee that are up. */
export function correctAmong(world: World, { members }: Committee): readonly SimulatedValidator[] {
  const names = new Set(nodeNamesOf(members));
  return world.validators.filter(
    ({ node }) => names.has(node.name) && world.isCorrect(node.name) && isUp(world, node),
  );
}

/** Tells whether a link loses nothing and spoils nothing. */
export function isLossless({
  drop,
  dropResponses = 0,
  corrupt,
}: Pick<LinkModel, 'drop' | 'dropResponses' | 'corrupt'>): boolean {
  return drop === 0 && dropResponses === 0 && corrupt === undefined;
}

/** Tells whether nothing is cut, held up, lost or spoilt between two nodes, there and back. */
export function isWhole({ conditions }: World, one: NodeName, other: NodeName): boolean {
  return (
    [
      [one, other],
      [other, one],
    ] as const
  ).every(([from, to]) => {
    const isOpen = !conditions.isCut(from, to) && conditions.clogOf(from, to) === undefined;
    return isOpen && isLossless(conditions.link(from, to));
  });
}
