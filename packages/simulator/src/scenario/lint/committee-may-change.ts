import type { Scenario } from '../scenario.ts';

/** Tells whether a run may get to another committee: the file states it, or liars or a seed may propose it. */
export function committeeMayChange({
  changes,
  byzantine,
  swarm,
}: Pick<Scenario, 'changes' | 'byzantine' | 'swarm'>): boolean {
  if (changes.length > 0 || swarm !== undefined) return true;
  return byzantine.some(({ acts }) => acts.some(({ act }) => act === 'propose'));
}
