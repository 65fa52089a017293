import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';

/** Something that reports tell apart by its id. */
interface Named {
  readonly id: string;
}

/** Gives what was drawn ids of its own where the scenario states something under the same. */
export function withOwnIds<T extends Named>(
  drawn: readonly T[],
  stated: readonly Named[],
): readonly T[] {
  const taken = new Set(stated.map(({ id }) => id));
  return drawn.map((each) => ({ ...each, id: ownId(each.id, taken) }));
}

/** Does the same for drawn parties and their acts, which share their ids. */
export function partiesWithOwnIds(
  drawn: readonly ByzantineParty[],
  stated: readonly ByzantineParty[],
): readonly ByzantineParty[] {
  const taken = stated.flatMap((party) => [party, ...party.acts]);
  return withOwnIds(drawn, taken).map((party) => ({
    ...party,
    acts: withOwnIds(party.acts, taken),
  }));
}

function ownId(id: string, taken: ReadonlySet<string>): string {
  return taken.has(id) ? ownId(`drawn-${id}`, taken) : id;
}
