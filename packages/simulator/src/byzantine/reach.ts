import { createReach, type Names, type Reach } from '@quorate/byzantine';
import type { BendingAct } from '../scenario/byzantine/act.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { ownerOf } from '../world/links.ts';
import type { Moments } from '../world/moments.ts';
import type { Parties } from '../world/parties.ts';
import type { ActLog } from './act-log.ts';

/** Knows names and moments, and records what acts do. */
export interface ReachGround {
  readonly clock: Pick<VirtualClock, 'now'>;
  readonly moments: Pick<Moments, 'when'>;
  readonly parties: Pick<Parties, 'nameOf'>;
  readonly acts: Pick<ActLog, 'acted'>;
}

/**
 * Creates the reach of an act of a scenario; it begins at the moment of the act and lasts as long as
 * the act.
 */
export function reachOf(
  { id, moment, only, times, for: length }: BendingAct,
  { clock, moments, parties, acts }: ReachGround,
): Reach {
  let since: bigint | undefined;
  const begin = () => {
    since = clock.now();
  };
  if (moment === undefined) begin();
  else moments.when(moment, begin);
  return createReach({
    only,
    times,
    isOn: () => since !== undefined && (length === undefined || clock.now() < since + length),
    onActed: () => acts.acted(id),
    names: scenarioNames(parties),
  });
}

/** Gives the names that a scenario uses. */
export function scenarioNames({ nameOf }: ReachGround['parties']): Names {
  return { peer: ownerOf, account: nameOf };
}
