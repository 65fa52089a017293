import fc from 'fast-check';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { Draw } from '../draw.ts';
import { isAnyRead, type Occasion, withLie } from '../occasion.ts';
import { type Deed, THROUGHOUT } from '../party.ts';

/**
 * The fraction of the runs in which a client reads cells that have a validator lie about them: few
 * runs have such reads.
 */
const ODDS = 0.5;

const deeds: fc.Arbitrary<Deed> = fc
  .constantFrom(1n, -1n)
  .map((by) => ({ ...THROUGHOUT, act: 'lie', about: 'state', by }));

/**
 * If a client reads state cells, may make a validator that may be Byzantine report them wrongly.
 */
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
