import fc from 'fast-check';
import { oneFrom } from '../../arbitraries/sketch.ts';
import { clientsOf, type Stage } from '../../arbitraries/stage.ts';
import { chance } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import { SNAPSHOT_LIES } from '../../scenario/byzantine/words.ts';
import { plannedCommittees } from '../../scenario/cluster/committees.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { withoutLeaksToRivals } from '../byzantine/leaks.ts';
import type { Draw } from '../draw.ts';
import { THROUGHOUT, withDeed } from '../party.ts';

/** How many times likelier than a class of faults such a lie is in a run that can have it. */
const ODDS = 0.6;

const lies = fc.record({
  shows: fc.constantFrom(...SNAPSHOT_LIES),
  of: oneFrom(clientsOf),
  to: oneFrom(clientsOf),
  amount: fc.constantFrom(1n, 10n, 2_000n),
});

/**
 * In some of the runs in which the committee changes, has a member of a committee that ends serve
 * a false snapshot to everybody. Of the validators that may lie, many have no seat that ends.
 */
export function withFalseSnapshots(
  parties: readonly ByzantineParty[],
  { profile, odds, byzantine }: Swarm,
  { stage, draw }: { readonly stage: Stage; readonly draw: Draw },
): readonly ByzantineParty[] {
  const ended = plannedCommittees(stage).slice(0, -1).flat();
  const liar = stage.budget.faulty.find((name) => ended.includes(name));
  const mayLie = profile === 'safe' && byzantine.validators.greatest > 0;
  if (!mayLie || liar === undefined || stage.cluster.clients.length === 0) return parties;
  const drawn = fc.tuple(chance(Math.min(1, odds * ODDS)), lies);
  const [takesPart, { shows, of, to, amount }] = draw('byzantine/false-snapshots', drawn);
  if (!takesPart) return parties;
  const lie = { shows, of: of(stage), to: to(stage), amount };
  return withoutLeaksToRivals(
    withDeed(parties, liar, { ...THROUGHOUT, act: 'false-snapshot', ...lie }),
  );
}
