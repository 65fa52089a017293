import type { Shown } from './layout.ts';
import { type Group, groupOf, groupOfStep } from './model.ts';
import type { RunData } from './run-data.ts';

/** What somebody does not want to see. */
export interface Filter {
  readonly groups: ReadonlySet<Group>;
  readonly lanes: ReadonlySet<number>;
  /** The only transaction to show; undefined shows all. */
  readonly transaction: number | undefined;
}

/** Timers and reads say little, and there are many. */
export const USUAL_FILTER: Filter = {
  groups: new Set<Group>(['timers']),
  lanes: new Set(),
  transaction: undefined,
};

/** Picks what is shown. */
export function pick(data: RunData, { groups, lanes, transaction }: Filter): Shown {
  const isMeant = (about: number | undefined) => transaction === undefined || about === transaction;
  const messages = data.messages.flatMap((message, place) => {
    const isHidden = groups.has(groupOf(data, message)) || !isMeant(message.transaction);
    return isHidden || lanes.has(message.from) || lanes.has(message.to) ? [] : [place];
  });
  const steps = data.steps.flatMap((step, place) => {
    const group = groupOfStep(data, step);
    if (lanes.has(step.lane) || data.texts[step.kind] === 'Loaded') return [];
    if (group === undefined) return [place];
    return groups.has(group) || !isMeant(step.transaction) ? [] : [place];
  });
  const all = data.lanes.map((_, place) => place);
  return { messages, steps, lanes: all.filter((place) => !lanes.has(place)) };
}
