import type { Scenario } from '../scenario.ts';

/** List the nodes of a scenario that break the rules; who has no act left is honest. */
export function byzantineNodes({ byzantine }: Pick<Scenario, 'byzantine'>): ReadonlySet<string> {
  return new Set(byzantine.flatMap(({ node, acts }) => (acts.length === 0 ? [] : [node])));
}
