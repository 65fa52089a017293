import { plannedCommittees } from '../scenario/cluster/committees.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioSpace } from './scenario-space.ts';

/** Counts what a space has ranges for; the validators are those of the smallest committee. */
const COUNTS = {
  validators: (scenario) =>
    Math.min(...plannedCommittees(scenario).map((members) => members.length)),
  proxies: ({ cluster }) => cluster.proxies.length,
  clients: ({ cluster }) => cluster.clients.length,
  accounts: ({ cluster }) => cluster.accounts.length,
  changes: ({ changes }) => changes.length,
} as const satisfies Partial<Record<keyof ScenarioSpace, (scenario: Scenario) => number>>;

/**
 * Tells whether a shrunk scenario still has as much as the space asks for, or as much as the
 * original had where that was less. Whatever the space does not ask for may be less.
 */
export function hasAskedFor(
  asked: Partial<ScenarioSpace>,
  { scenario, original }: { readonly scenario: Scenario; readonly original: Scenario },
): boolean {
  return (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).every((key) => {
    const count = COUNTS[key];
    // An example given by a user may have less from the start.
    return count(scenario) >= Math.min(asked[key]?.least ?? 0, count(original));
  });
}
