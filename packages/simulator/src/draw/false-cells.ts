import fc from 'fast-check';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../scenario/scenario.ts';
import type { Draw } from './draw.ts';
import { isAnyRead, type Occasion, withLie } from './occasion.ts';
import { type Deed, THROUGHOUT } from './party.ts';

/** How many of the runs in which somebody reads cells have a validator that lies about them: few read any. */
const ODDS = 0.5;

const deeds: fc.Arbitrary<Deed> = fc
  .constantFrom(1n, -1n)
  .map((by) => ({ ...THROUGHOUT, act: 'lie', about: 'state', by }));

/** Has a validator that may be Byzantine say of state cells what they do not hold, where somebody reads some. */
export function withFalseCells(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  if (!readsCells(occasion.workload)) return parties;
  return withLie(parties, { name: 'false-cells', odds: ODDS, deeds }, occasion, draw);
}

function readsCells(workload: readonly WorkloadEntry[]): boolean {
  const writers = new Set(
    workload.flatMap(({ client, steps }) =>
      steps.some(
        (step) => step.op === 'transaction' && step.operations.some(({ op }) => op === 'set-state'),
      )
        ? client
        : [],
    ),
  );
  return isAnyRead(writers, workload);
}
