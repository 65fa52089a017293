import type { ByzantineAct, ByzantineParty } from '../scenario/byzantine/byzantine.ts';

/** An act of a node, still without its id. */
export type Deed = ByzantineAct extends infer Act
  ? Act extends ByzantineAct
    ? Omit<Act, 'id'>
    : never
  : never;

/** Creates a Byzantine node with these deeds; its acts are named after it and numbered. */
export function partyOf(node: string, deeds: readonly Deed[]): ByzantineParty {
  const id = `byzantine-${node}`;
  const acts = deeds.map((deed, index) => ({ id: `${id}-${index + 1}`, ...deed }) as ByzantineAct);
  return { id, node, acts };
}

/** Adds one deed to a node, as its last one, whether it has others or not. */
export function withDeed(
  parties: readonly ByzantineParty[],
  node: string,
  deed: Deed,
): readonly ByzantineParty[] {
  const own = parties.find((party) => party.node === node);
  if (own === undefined) return [...parties, partyOf(node, [deed])];
  const acts = [...own.acts, { id: freeIdIn(own), ...deed } as ByzantineAct];
  return parties.map((party) => (party === own ? { ...own, acts } : party));
}

/** Gives the id of one more act; where acts were left out, the last number exceeds their count. */
function freeIdIn({ id, acts }: ByzantineParty): string {
  let number = acts.length + 1;
  while (acts.some((act) => act.id === `${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

/** The keys of an act that changes all traffic throughout the run. */
export const THROUGHOUT = {
  moment: undefined,
  only: { peers: undefined, senders: undefined },
  times: undefined,
} as const;
