import { plannedCommittees } from '../scenario/committees.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioSpace } from './scenario-space.ts';

/** How many there are in a scenario of what a space has ranges for; of validators, in the least of its committees. */
const COUNTS = {
  validators: (scenario) =>
    Math.min(...plannedCommittees(scenario).map((members) => members.length)),
  proxies: ({ cluster }) => cluster.proxies.length,
  clients: ({ cluster }) => cluster.clients.length,
  accounts: ({ cluster }) => cluster.accounts.length,
  changes: ({ changes }) => changes.length,
} as const satisfies Partial<Record<keyof ScenarioSpace, (scenario: Scenario) => number>>;

/**
 * Tells whether a scenario has as much as is asked for of everything that the one has from which it was
 * made: what is not asked for may be less.
 */
export function hasAskedFor(
  asked: Partial<ScenarioSpace>,
  { scenario, original }: { readonly scenario: Scenario; readonly original: Scenario },
): boolean {
  return (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).every((key) => {
    const count = COUNTS[key];
    // An example of somebody's own may have less from the start.
    return count(scenario) >= Math.min(asked[key]?.least ?? 0, count(original));
  });
}
