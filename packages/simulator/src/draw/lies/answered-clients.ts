import { FALSE_REFUSALS } from '@quorate/byzantine';
import fc from 'fast-check';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Draw } from '../draw.ts';
import { type Occasion, withLie } from '../occasion.ts';
import { type Deed, THROUGHOUT } from '../party.ts';

/** How many times likelier than a class of faults it is that a validator answers clients. */
const ODDS = 0.15;

const deeds: fc.Arbitrary<Deed> = fc
  .constantFrom(...FALSE_REFUSALS)
  .map((code) => ({ ...THROUGHOUT, act: 'answer-client', code }));

/** May make a validator that may be Byzantine answer clients, who have not asked it. */
export function withAnsweredClients(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  return withLie(parties, { name: 'answer-client', odds: ODDS, deeds }, occasion, draw);
}
