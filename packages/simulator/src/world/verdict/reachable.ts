import { type Committee, nodeNamesOf } from '@quorate/core';
import type { LinkModel } from '@quorate/network';
import type { NodeName } from '@quorate/transport';
import { quorumSize } from '../../quorums.ts';
import { isUp } from '../is-up.ts';
import type { SimulatedValidator } from '../nodes.ts';
import { isInTime } from '../pace.ts';
import type { World } from '../world.ts';

/**
 * Tells whether, at the end, a quorum of the correct members of the committee is up and a client
 * can reach it through its proxy, over links that lose nothing in either direction and are not
 * slower than nodes wait. Over slower ones each attempt may reach its deadline before anybody has
 * answered.
 */
export function quorumIsInTime(world: World, client: NodeName, proxy: NodeName): boolean {
  return areQuorumsNear(world, proxy, isPromptBetween) && isPromptBetween(world, client, proxy);
}

/**
 * Tells whether a node reaches what is needed to settle something: quorums of the last two
 * committees.
 */
export function areQuorumsNear(world: World, from: NodeName, isNear: IsNear = isWhole): boolean {
  const { committees } = world;
  const running = committees.running();
  // A committee that takes over needs the members that hold what is to be taken over.
  const needed = committees.all().filter(({ epoch }) => epoch >= running.epoch - 1);
  return needed.every((committee) => isQuorumNear(world, from, committee, isNear));
}

/**
 * Tells whether a node reaches, counting itself, a quorum of correct members of a committee that
 * are up.
 */
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

/** Tells whether two nodes can reach each other. */
type IsNear = (world: World, one: NodeName, other: NodeName) => boolean;

/** Tells whether a link loses and damages nothing. */
export function isLossless({
  drop,
  dropResponses = 0,
  corrupt,
}: Pick<LinkModel, 'drop' | 'dropResponses' | 'corrupt'>): boolean {
  return drop === 0 && dropResponses === 0 && corrupt === undefined;
}

/**
 * Tells whether nothing is cut, held up, lost or damaged between two nodes, in either direction.
 */
export function isWhole({ conditions }: World, one: NodeName, other: NodeName): boolean {
  return thereAndBack(one, other).every(([from, to]) => {
    const isOpen =
      !conditions.isCut(from, to) &&
      conditions.clogOf({ from, to, message: undefined }) === undefined;
    return isOpen && isLossless(conditions.link(from, to));
  });
}

function isPromptBetween(world: World, one: NodeName, other: NodeName): boolean {
  const { conditions, pace } = world;
  const links = thereAndBack(one, other).map(([from, to]) => conditions.link(from, to));
  return isWhole(world, one, other) && links.every((link) => isInTime(link, pace));
}

function thereAndBack(one: NodeName, other: NodeName): readonly (readonly [NodeName, NodeName])[] {
  return [
    [one, other],
    [other, one],
  ];
}
