import { quorumSize } from '@quorate/core';
import type { LinkModel } from '@quorate/network';
import type { NodeName } from '@quorate/transport';
import type { World } from './world.ts';

/**
 * Tells whether, as things stand, a quorum of correct validators is up and a client can reach it
 * through its proxy: over links that lose nothing, there and back.
 */
export function quorumIsReachable(world: World, client: NodeName, proxy: NodeName): boolean {
  const { validators, isCorrect } = world;
  const near = validators.filter(
    ({ node }) =>
      isCorrect(node.name) && node.status() === 'active' && isWhole(world, proxy, node.name),
  );
  return near.length >= quorumSize(validators.length) && isWhole(world, client, proxy);
}

/** Tells whether a link loses nothing and spoils nothing. */
export function isLossless({
  drop,
  dropResponses = 0,
  corrupt,
}: Pick<LinkModel, 'drop' | 'dropResponses' | 'corrupt'>): boolean {
  return drop === 0 && dropResponses === 0 && corrupt === undefined;
}

function isWhole({ conditions }: World, one: NodeName, other: NodeName): boolean {
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
