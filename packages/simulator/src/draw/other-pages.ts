import { chance } from '../arbitraries/values.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { Draw } from './draw.ts';

/** How many of the runs in which somebody serves false snapshots have pages that their root does not name. */
const ODDS = 0.3;

/** Has whoever serves a false snapshot serve one that does not hold together now and then. */
export function withOtherPages(
  parties: readonly ByzantineParty[],
  draw: Draw,
): readonly ByzantineParty[] {
  const isFalse = parties.some(({ acts }) => acts.some(({ act }) => act === 'false-snapshot'));
  if (!isFalse || !draw('byzantine/other-pages', chance(ODDS))) return parties;
  return parties.map((party) => ({
    ...party,
    acts: party.acts.map((act) =>
      act.act === 'false-snapshot' ? { ...act, shows: 'other-page' } : act,
    ),
  })) as readonly ByzantineParty[];
}
