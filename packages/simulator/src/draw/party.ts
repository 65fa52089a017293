import type { ByzantineAct, ByzantineParty } from '../scenario/byzantine/byzantine.ts';

/** What a node does, still without its id. */
export type Deed = ByzantineAct extends infer Act
  ? Act extends ByzantineAct
    ? Omit<Act, 'id'>
    : never
  : never;

/** Makes of a node one that does these things: its acts are named after it and numbered. */
export function partyOf(node: string, deeds: readonly Deed[]): ByzantineParty {
  const id = `byzantine-${node}`;
  const acts = deeds.map((deed, index) => ({ id: `${id}-${index + 1}`, ...deed }) as ByzantineAct);
  return { id, node, acts };
}

/** How an act is that bends all traffic, all along. */
export const THROUGHOUT = {
  moment: undefined,
  only: { peers: undefined, senders: undefined },
  times: undefined,
} as const;
