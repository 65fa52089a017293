import { shuffledNames } from '../arbitraries/sketch.ts';
import { faultyMax, quorumSize } from '../quorums.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { everyValidator, plannedCommittees } from '../scenario/cluster/committees.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Profile } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';

/** The validators that may be Byzantine or forget what they signed, and those that may not. */
export interface Budget {
  /**
   * The validators that may be faulty, in the order in which they are chosen; with the profile
   * `safe`, at most f of them.
   */
  readonly faulty: readonly string[];
  /** The other validators, which stay correct. */
  readonly correct: readonly string[];
}

/** Draws the validators that may be faulty; those that the scenario makes faulty come first. */
export function drawBudget(base: Scenario, profile: Profile, draw: Draw): Budget {
  const validators = everyValidator(base.cluster);
  const known = new Set([...byzantineNodes(base), ...amnesiacNodes(base)]);
  const lost = validators.filter((name) => known.has(name));
  const order = draw('byzantine/who', shuffledNames)(validators);
  const all = [...lost, ...order.filter((name) => !lost.includes(name))];
  const faulty = chosenFrom(all, base, profile);
  return { faulty, correct: all.filter((name) => !faulty.includes(name)) };
}

function chosenFrom(
  all: readonly string[],
  base: Pick<Scenario, 'cluster' | 'changes'>,
  profile: Profile,
): readonly string[] {
  switch (profile) {
    case 'none':
      return [];
    case 'safe':
      return bearable(all, plannedCommittees(base));
    case 'beyond': {
      const { validators } = base.cluster;
      const seated = all.filter((name) => validators.includes(name));
      return seated.slice(0, enoughToBreak(validators.length));
    }
  }
}

/** Takes one validator after another as long as no committee has more than f of them. */
function bearable(
  all: readonly string[],
  committees: readonly (readonly string[])[],
): readonly string[] {
  const faulty: string[] = [];
  for (const name of all) {
    const own = committees.filter((members) => members.includes(name));
    const isBorne = own.every((members) => {
      const liars = members.filter((member) => faulty.includes(member)).length;
      return liars < faultyMax(members.length);
    });
    if (isBorne && own.length > 0) faulty.push(name);
  }
  return faulty;
}

/**
 * The smallest number of liars that can complete two quorums, each with half of the others: f + 1
 * for n = 3f + 1.
 */
function enoughToBreak(count: number): number {
  const quorum = quorumSize(count);
  let colluding = faultyMax(count) + 1;
  while (colluding + Math.floor((count - colluding) / 2) < quorum) colluding += 1;
  return colluding;
}
