import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { ByzantineAct, ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import { EXCEEDED_LIMITS } from '../scenario/byzantine/words.ts';
import type { Draw } from './draw.ts';

/** How much of what no validator may sign comes with something that exceeds a limit. */
const ODDS = 0.3;

const limits = fc.tuple(chance(ODDS), fc.constantFrom(...EXCEEDED_LIMITS));

/** Has whoever hands out what no validator may sign exceed one of the rarer limits beside it, now and then (rule V1). */
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
