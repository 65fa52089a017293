import fc from 'fast-check';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../scenario/scenario.ts';
import type { Draw } from './draw.ts';
import { isAnyRead, type Occasion, withLie } from './occasion.ts';
import { type Deed, THROUGHOUT } from './party.ts';

/** How many of the runs in which somebody reads an account that acts have a validator that lies about what is pending. */
const ODDS = 0.8;

/** Mostly what has settled last: of what is still to come validators hear at times only. */
const deeds: fc.Arbitrary<Deed> = fc
  .constantFrom(-1n, -1n, -2n, 1n)
  .map((by) => ({ ...THROUGHOUT, act: 'lie', about: 'pending', by }));

/** Has a validator that may be Byzantine say of accounts that are read that what is for another nonce is pending. */
export function withFalsePending(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  if (!readsActing(occasion.workload)) return parties;
  return withLie(parties, { name: 'false-pending', odds: ODDS, deeds }, occasion, draw);
}

function readsActing(workload: readonly WorkloadEntry[]): boolean {
  const acting = new Set(
    workload.flatMap(({ client, steps }) =>
      steps.flatMap((step) => (step.op === 'transaction' ? (step.from ?? client) : [])),
    ),
  );
  return isAnyRead(acting, workload);
}
