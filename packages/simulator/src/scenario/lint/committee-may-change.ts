import type { Scenario } from '../scenario.ts';

/** The parts of a scenario that cause changes of committee. */
type Changing = Pick<Scenario, 'changes' | 'byzantine' | 'swarm'>;

/**
 * Tells whether a run may get to another committee: the file states a change, or liars or a seed
 * may propose one.
 */
export function committeeMayChange(scenario: Changing): boolean {
  return mostChanges(scenario) > 0;
}

/** The largest number of changes of committee in a run. */
export function mostChanges(scenario: Changing): number {
  return scenario.changes.length + mostProposals(scenario);
}

/**
 * The number of changes that Byzantine validators may cause beyond those in the file; a seed may
 * draw any number.
 */
export function mostProposals({ byzantine, swarm }: Omit<Changing, 'changes'>): number {
  if (swarm !== undefined) return Number.POSITIVE_INFINITY;
  return byzantine.flatMap(({ acts }) => acts.filter(({ act }) => act === 'propose')).length;
}
