import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';

/** Something that reports identify by its id. */
interface Named {
  readonly id: string;
}

/** Gives drawn items new ids where the scenario already uses theirs. */
export function withOwnIds<T extends Named>(
  drawn: readonly T[],
  stated: readonly Named[],
): readonly T[] {
  const taken = new Set(stated.map(({ id }) => id));
  return drawn.map((each) => ({ ...each, id: ownId(each.id, taken) }));
}

/** Does the same for drawn Byzantine nodes and their acts, which share one set of ids. */
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
