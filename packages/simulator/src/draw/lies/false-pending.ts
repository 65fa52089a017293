import fc from 'fast-check';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { Draw } from '../draw.ts';
import { isAnyRead, type Occasion, withLie } from '../occasion.ts';
import { type Deed, THROUGHOUT } from '../party.ts';

/**
 * The fraction of the runs in which a client reads an account that acts that have a validator lie
 * about what is pending.
 */
const ODDS = 0.8;

/** Mostly the last settled transaction: validators know of later ones only sometimes. */
const deeds: fc.Arbitrary<Deed> = fc
  .constantFrom(-1n, -1n, -2n, 1n)
  .map((by) => ({ ...THROUGHOUT, act: 'lie', about: 'pending', by }));

/**
 * If a client reads an account, may make a validator that may be Byzantine report as pending what
 * is for another nonce.
 */
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
