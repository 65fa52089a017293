import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../scenario/scenario.ts';
import type { Draw } from './draw.ts';
import { isAnyRead, liarOn, type Occasion } from './occasion.ts';
import { type Deed, THROUGHOUT, withDeed } from './party.ts';

/** How many of the runs in which somebody reads an account that acts have a validator that lies about what is pending. */
const ODDS = 0.8;

/** Mostly what has settled last: of what is still to come validators hear at times only. */
const lies: fc.Arbitrary<Deed> = fc
  .constantFrom(-1n, -1n, -2n, 1n)
  .map((by) => ({ ...THROUGHOUT, act: 'lie', about: 'pending', by }));

/** Has a validator that may be Byzantine say of accounts that are read that what is for another nonce is pending. */
export function withFalsePending(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  const { swarm, workload } = occasion;
  const liar = liarOn(occasion);
  if (liar === undefined || !readsActing(workload)) return parties;
  const [takesPart, lie] = draw(
    'byzantine/false-pending',
    fc.tuple(chance(swarm.odds * ODDS), lies),
  );
  return takesPart ? withDeed(parties, liar, lie) : parties;
}

function readsActing(workload: readonly WorkloadEntry[]): boolean {
  const acting = new Set(
    workload.flatMap(({ client, steps }) =>
      steps.flatMap((step) => (step.op === 'transaction' ? (step.from ?? client) : [])),
    ),
  );
  return isAnyRead(acting, workload);
}
