import { type Committee, nodeNamesOf } from '@quorate/core';
import type { LinkModel } from '@quorate/network';
import type { NodeName } from '@quorate/transport';
import { quorumSize } from '../quorums.ts';
import { isUp } from './is-up.ts';
import type { SimulatedValidator } from './nodes.ts';
import { isInTime } from './pace.ts';
import type { World } from './world.ts';

/**
 * Tells whether, as things stand, a quorum of the correct members of the committee is up and a client can reach it
 * through its proxy: over links that lose nothing, there and back.
 */
export function quorumIsReachable(world: World, client: NodeName, proxy: NodeName): boolean {
  return areQuorumsNear(world, proxy) && isWhole(world, client, proxy);
}

/**
 * Tells whether a quorum of the correct members is within reach over links, a client's to its proxy included, that
 * are no slower than nodes wait: beyond that each attempt may come to its deadline before anybody has answered.
 */
export function quorumIsInTime(world: World, client: NodeName, proxy: NodeName): boolean {
  return areQuorumsNear(world, proxy, isPromptBetween) && isPromptBetween(world, client, proxy);
}

/** Tells whether a node reaches what it takes to settle something: quorums of the last two committees. */
export function areQuorumsNear(world: World, from: NodeName, isNear: IsNear = isWhole): boolean {
  const { committees } = world;
  const running = committees.running();
  // Who takes over needs those who hold what is to be taken over.
  const needed = committees.all().filter(({ epoch }) => epoch >= running.epoch - 1);
  return needed.every((committee) => isQuorumNear(world, from, committee, isNear));
}

/** Tells whether a node, itself counted, reaches a quorum of correct members of a committee that are up. */
export function isQuorumNear(
  world: World,
  from: NodeName,
  committee: Committee,
  isNear: IsNear = isWhole,
): boolean {
  const near = correctAmong(world, committee).filter(
    ({ node }) => node.name === from || isNear(world, from, node.name),
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

/** Says what it takes for two nodes to reach each other. */
type IsNear = (world: World, one: NodeName, other: NodeName) => boolean;

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
  return thereAndBack(one, other).every(([from, to]) => {
    const isOpen = !conditions.isCut(from, to) && conditions.clogOf(from, to) === undefined;
    return isOpen && isLossless(conditions.link(from, to));
  });
}

function isPromptBetween({ conditions, pace }: World, one: NodeName, other: NodeName): boolean {
  return thereAndBack(one, other).every(([from, to]) => isInTime(conditions.link(from, to), pace));
}

function thereAndBack(one: NodeName, other: NodeName): readonly (readonly [NodeName, NodeName])[] {
  return [
    [one, other],
    [other, one],
  ];
}
