import { faultyMax, quorumSize } from '@quorate/core';
import { shuffledFrom } from '../arbitraries/sketch.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Profile } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';

/** Who of the validators may be Byzantine, or forget what it signed. */
export interface Budget {
  /** Those that may, in the order in which they are chosen; safe profiles have at most f of them. */
  readonly faulty: readonly string[];
  /** The rest, which stay correct. */
  readonly correct: readonly string[];
}

const orders = shuffledFrom((list: readonly string[]) => list);

/** Draws the validators that may be faulty; those that are so already come first. */
export function drawBudget(base: Scenario, profile: Profile, draw: Draw): Budget {
  const { validators } = base.cluster;
  const known = new Set([...byzantineNodes(base), ...amnesiacNodes(base)]);
  const lost = validators.filter((name) => known.has(name));
  const order = draw('byzantine/who', orders)(validators);
  const all = [...lost, ...order.filter((name) => !lost.includes(name))];
  const size = sizeOf(profile, validators.length);
  return { faulty: all.slice(0, size), correct: all.slice(size) };
}

function sizeOf(profile: Profile, count: number): number {
  switch (profile) {
    case 'none':
      return 0;
    case 'safe':
      return faultyMax(count);
    case 'beyond':
      return enoughToBreak(count);
  }
}

/** The fewest that make two quorums, each with half of the rest: f + 1 where n = 3f + 1. */
function enoughToBreak(count: number): number {
  const quorum = quorumSize(count);
  let colluding = faultyMax(count) + 1;
  while (colluding + Math.floor((count - colluding) / 2) < quorum) colluding += 1;
  return colluding;
}
