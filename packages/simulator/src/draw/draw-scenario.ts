import { rawOfPhases, type ScenarioPhases, simTimeOf } from '../scenario/phases.ts';
import type { Expectations, Scenario } from '../scenario/scenario.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import { drawBudget } from './budget.ts';
import { type Dice, diceOf, weighted } from './dice.ts';
import { drawByzantine } from './draw-byzantine.ts';
import { drawFaults } from './draw-faults.ts';
import { drawNetwork } from './draw-network.ts';
import { drawWorkload } from './draw-workload.ts';

/** Within what time faults begin where a scenario does not limit it. Units: nanoseconds. */
const HORIZON = 10_000_000_000n;

const MS = 1_000_000n;

/** How long a drawn chaos lasts. Units: nanoseconds. */
const CHAOS = 15_000_000_000n;

/**
 * Puts something concrete in place of what a scenario leaves to the seed: what its clients do, what
 * goes wrong and who lies. What the scenario states itself stays.
 *
 * Equal scenarios and seeds give equal scenarios, and one without a swarm is its own drawing. The
 * result has no swarm and runs with the seed that it was drawn from.
 */
export function drawScenario(base: Scenario, seed: bigint = base.seed): Scenario {
  const { swarm } = base;
  if (swarm === undefined) return { ...base, seed };
  const dice = diceOf(seed);
  const { cluster, limits } = base;
  const budget = drawBudget(base, swarm.profile, dice);
  const phases = base.phases ?? drawPhases(dice);
  const horizon = shortest([HORIZON, phases.chaos - MS, limits.simTime / 2n]);
  const atLeast = simTimeOf(rawOfPhases(phases));
  return {
    ...base,
    seed,
    network: drawNetwork(base.network, swarm, dice),
    workload: [...base.workload, ...drawWorkload(base, swarm, dice)],
    faults: [...base.faults, ...drawFaults(swarm, { cluster, budget, horizon }, dice)],
    byzantine: [...base.byzantine, ...drawByzantine(swarm, { base, budget, horizon }, dice)],
    swarm: undefined,
    phases,
    limits: { ...limits, simTime: limits.simTime > atLeast ? limits.simTime : atLeast },
    expect: expectationsOf(base.expect, swarm),
  };
}

/** Faults that nobody ends do so together; then everybody honest has to be done. */
function drawPhases(dice: Dice): ScenarioPhases {
  return { chaos: CHAOS, heal: weighted(dice('phases'), { all: 3, quorum: 1 }) };
}

function shortest(spans: readonly bigint[]): bigint {
  return spans.reduce((least, span) => (span < least ? span : least));
}

/** Where more than f validators lie, nothing can be expected. */
function expectationsOf(expect: Expectations, { profile }: Swarm): Expectations {
  return profile === 'beyond' && expect.verdict === 'pass' ? { ...expect, verdict: 'any' } : expect;
}
