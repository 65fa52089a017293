import { present } from '../../present.ts';
import type { Act, BendingAct } from '../byzantine/act.ts';
import type { ByzantineAct, ByzantineParty } from '../byzantine/byzantine.ts';
import type { RawByzantineAct, RawByzantineParty } from '../byzantine/raw-byzantine.ts';
import { moment as momentForm } from '../faults/moment.ts';
import { rawDuration, rawOf } from './raw-values.ts';

/** Gives a Byzantine node as a file states it; the inverse of `buildParty`. */
export function rawOfParty({ id, node, acts }: ByzantineParty): RawByzantineParty {
  return { id, node, acts: acts.map(rawOfAct) };
}

function rawOfAct({ id, moment, ...act }: ByzantineAct): RawByzantineAct {
  const when = moment === undefined ? {} : momentForm.state(moment);
  if (!('only' in act)) return { id, ...when, ...rawOf(statedKeys(act)) } as RawByzantineAct;
  const { only, times, ...deed } = act;
  const isNarrow = Object.keys(present(only)).length > 0;
  const narrowed = rawOf({ only: isNarrow ? only : undefined, times });
  return { id, ...rawOf(deed), ...when, ...narrowed } as RawByzantineAct;
}

type Unbending =
  Exclude<ByzantineAct, BendingAct> extends infer A
    ? A extends ByzantineAct
      ? Omit<A, keyof Act>
      : never
    : never;

/** Gives the keys of an act that differ, and leaves out those that say nothing. */
function statedKeys(act: Unbending): object {
  if (act.act === 'equivocate') {
    const { crossAfter, ...rest } = act;
    return { ...rest, cross: rawDuration(crossAfter) };
  }
  if (act.act !== 'leaked-keys') return act;
  return { ...act, reuse: act.reuse || undefined, mixed: act.mixed || undefined };
}
