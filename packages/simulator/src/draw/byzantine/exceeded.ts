import fc from 'fast-check';
import { chance } from '../../arbitraries/values.ts';
import type { ByzantineAct, ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import { EXCEEDED_LIMITS } from '../../scenario/byzantine/words.ts';
import type { Draw } from '../draw.ts';

/** The fraction of inadmissible transactions that also exceed a limit. */
const ODDS = 0.3;

const limits = fc.tuple(chance(ODDS), fc.constantFrom(...EXCEEDED_LIMITS));

/**
 * In some runs, makes a client with inadmissible transactions also exceed one of the rarer limits
 * (rule V1).
 */
export function exceeded(
  parties: readonly ByzantineParty[],
  draw: Draw,
): readonly ByzantineParty[] {
  const withMore = (act: ByzantineAct): readonly ByzantineAct[] => {
    if (act.act !== 'inadmissible') return [act];
    const [isChosen, kind] = draw('byzantine/exceeded', limits);
    return isChosen ? [act, { ...act, id: `${act.id}-beside`, kind }] : [act];
  };
  return parties.map((party) => ({ ...party, acts: party.acts.flatMap(withMore) }));
}
