import type { ByzantineParty } from '../byzantine/byzantine.ts';
import type { Scenario } from '../scenario.ts';

/**
 * Tells whether a validator hands out a transaction of its own, which it asks all validators to
 * sign.
 */
export function asksAll({ acts }: Pick<ByzantineParty, 'acts'>): boolean {
  return acts.some(({ act }) => act === 'take-role' || act === 'propose');
}

/**
 * Tells whether a node may send itself something: a validator that asks all validators also asks
 * itself.
 */
export function asksItself(
  node: string,
  { byzantine, swarm }: Pick<Scenario, 'byzantine' | 'swarm'>,
): boolean {
  return swarm !== undefined || byzantine.some((party) => party.node === node && asksAll(party));
}
