import type { Scenario } from '../scenario.ts';

/** What brings changes of committee about. */
type Changing = Pick<Scenario, 'changes' | 'byzantine' | 'swarm'>;

/** Tells whether a run may get to another committee: the file states it, or liars or a seed may propose it. */
export function committeeMayChange(scenario: Changing): boolean {
  return mostChanges(scenario) > 0;
}

/** Counts the changes of committee that a run comes by at most. */
export function mostChanges(scenario: Changing): number {
  return scenario.changes.length + mostProposals(scenario);
}

/** Counts the changes that those in league may bring about and the file does not state; a seed may draw any number. */
export function mostProposals({ byzantine, swarm }: Omit<Changing, 'changes'>): number {
  if (swarm !== undefined) return Number.POSITIVE_INFINITY;
  return byzantine.flatMap(({ acts }) => acts.filter(({ act }) => act === 'propose')).length;
}
