import fc from 'fast-check';
import { chance, MS, whole } from '../../arbitraries/values.ts';
import type { BendingAct } from '../../scenario/byzantine/act.ts';
import type { ByzantineAct, ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Draw } from '../draw.ts';

/** The fraction of the runs with liars in which some of them mend their ways. */
const ODDS = 0.2;

/** The fraction of acts that end before the run does, in these runs. */
const ENDING = 0.6;

/** How many tenths of a second an act lasts: less than a request waits, up to several attempts. */
const TENTHS = whole({ least: 1, greatest: 400 });

const spans = fc.tuple(chance(ENDING), TENTHS);

/** In some runs, ends acts that change traffic before the run ends; their nodes do no wrong then. */
export function withLasting(
  parties: readonly ByzantineParty[],
  draw: Draw,
): readonly ByzantineParty[] {
  if (!parties.some(({ acts }) => acts.some(isBending))) return parties;
  if (!draw('byzantine/lasting', chance(ODDS))) return parties;
  const shortened = (act: ByzantineAct): ByzantineAct => {
    if (!isBending(act)) return act;
    const [isEnding, tenths] = draw(`byzantine/lasting/${act.id}`, spans);
    return isEnding ? { ...act, for: BigInt(tenths) * 100n * MS } : act;
  };
  return parties.map((party) => ({ ...party, acts: party.acts.map(shortened) }) as ByzantineParty);
}

/** Tells whether an act changes traffic: only these may be done a number of times, or for a while. */
function isBending(act: ByzantineAct): act is Extract<ByzantineAct, BendingAct> {
  return 'times' in act;
}
