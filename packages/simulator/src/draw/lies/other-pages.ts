import fc from 'fast-check';
import { chance } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import { SNAPSHOT_FLAWS } from '../../scenario/byzantine/words.ts';
import type { Draw } from '../draw.ts';

/** The fraction of the runs with false snapshots in which some of them contradict themselves. */
const ODDS = 0.4;

const flaws = fc.constantFrom(...SNAPSHOT_FLAWS);

/**
 * In some runs, makes a validator that serves a false snapshot serve one that contradicts itself.
 */
export function withOtherPages(
  parties: readonly ByzantineParty[],
  draw: Draw,
): readonly ByzantineParty[] {
  const isFalse = parties.some(({ acts }) => acts.some(({ act }) => act === 'false-snapshot'));
  if (!isFalse) return parties;
  const [takesPart, shows] = draw('byzantine/other-pages', fc.tuple(chance(ODDS), flaws));
  if (!takesPart) return parties;
  return parties.map((party) => ({
    ...party,
    acts: party.acts.map((act) => (act.act === 'false-snapshot' ? { ...act, shows } : act)),
  })) as readonly ByzantineParty[];
}
