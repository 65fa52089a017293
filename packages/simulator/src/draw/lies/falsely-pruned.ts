import fc from 'fast-check';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Draw } from '../draw.ts';
import { type Occasion, withLie } from '../occasion.ts';
import { THROUGHOUT } from '../party.ts';

/** How many times likelier than a class of faults it is. */
const ODDS = 0.15;

const deeds = fc.constant({
  ...THROUGHOUT,
  act: 'other-certificates',
  shows: 'pruned',
} as const);

/**
 * In some runs, makes a validator that may be Byzantine report as pruned whatever certificates it
 * is asked for: also to members that merge, and to proxies that bring others up to date (rules C7,
 * P6, P7).
 */
export function withFalselyPruned(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  return withLie(parties, { name: 'falsely-pruned', odds: ODDS, deeds }, occasion, draw);
}
