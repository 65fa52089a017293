import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../scenario/scenario.ts';
import { isOfAccount } from '../scenario/subject.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Budget } from './budget.ts';
import type { Draw } from './draw.ts';
import { type Deed, THROUGHOUT, withDeed } from './party.ts';

/** How many of the runs in which somebody reads cells have a validator that lies about them: few read any. */
const ODDS = 0.5;

const lies: fc.Arbitrary<Deed> = fc
  .constantFrom(1n, -1n)
  .map((by) => ({ ...THROUGHOUT, act: 'lie', about: 'state', by }));

/** Has a validator that may be Byzantine say of state cells what they do not hold, where somebody reads some. */
export function withFalseCells(
  parties: readonly ByzantineParty[],
  { swarm, budget, workload }: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  const [liar] = budget.faulty;
  const mayLie = swarm.profile === 'safe' && swarm.byzantine.validators.greatest > 0;
  if (liar === undefined || !mayLie || !readsCells(workload)) return parties;
  const [takesPart, lie] = draw('byzantine/false-cells', fc.tuple(chance(swarm.odds * ODDS), lies));
  return takesPart ? withDeed(parties, liar, lie) : parties;
}

/** What there is to lie about, and who may. */
export interface Occasion {
  readonly swarm: Swarm;
  readonly budget: Budget;
  readonly workload: readonly WorkloadEntry[];
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
  return workload.some(({ client, steps }) =>
    steps.some((step) => step.op === 'read' && isOfAccount(step) && writers.has(step.of ?? client)),
  );
}
