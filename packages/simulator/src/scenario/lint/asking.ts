import type { ByzantineParty } from '../byzantine/byzantine.ts';
import type { Scenario } from '../scenario.ts';

/** Tells whether a validator hands out a transaction of its own, which it asks all of them to sign. */
export function asksAll({ acts }: Pick<ByzantineParty, 'acts'>): boolean {
  return acts.some(({ act }) => act === 'take-role' || act === 'propose');
}

/** Tells whether a node may send itself something: whoever asks all validators is one of them. */
export function asksItself(
  node: string,
  { byzantine, swarm }: Pick<Scenario, 'byzantine' | 'swarm'>,
): boolean {
  return swarm !== undefined || byzantine.some((party) => party.node === node && asksAll(party));
}
