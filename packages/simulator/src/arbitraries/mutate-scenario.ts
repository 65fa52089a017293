import fc from 'fast-check';
import { drawBudget } from '../draw/budget.ts';
import { drawsOf } from '../draw/draw.ts';
import { drawScenario, stageOf } from '../draw/draw-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { BASE } from './generate-scenario.ts';
import { MUTATIONS, type MutationKind } from './mutations/mutations.ts';
import type { ScenarioSpace } from './scenario-space.ts';
import { weighted } from './values.ts';

/**
 * How often each kind of change is drawn compared with the others. What adds is drawn most: a child in
 * which its parent still happens, and something beside it, is worth more than either alone.
 */
const WEIGHTS: Readonly<Record<MutationKind, number>> = {
  seed: 2,
  network: 2,
  schedule: 1,
  disk: 1,
  heal: 1,
  'add-fault': 4,
  'drop-fault': 1,
  'change-fault': 3,
  'add-act': 5,
  'drop-act': 1,
  'change-act': 3,
  'add-plot': 8,
  'drop-step': 2,
  'repeat-step': 2,
  'change-amount': 2,
  'move-start': 1,
};

/** Mostly one change at a time, so that what a parent has found is not lost. */
const kinds = fc
  .tuple(fc.constantFrom(1, 1, 2, 3), fc.tuple(...[1, 2, 3].map(() => weighted(WEIGHTS))))
  .map(([count, drawn]) => drawn.slice(0, count));

/**
 * Gives a scenario that differs from another in a little: elements are changed, added or dropped.
 *
 * Equal parents, spaces and seeds give equal scenarios, and each of them is one that a file can state.
 * At most as many validators are faulty as the profile of the space allows, or as were in the parent.
 */
export function mutateScenario(parent: Scenario, space: ScenarioSpace, seed: bigint): Scenario {
  const draw = drawsOf(seed);
  let child: Scenario = {
    ...drawScenario(parent),
    name: `mutated-${seed.toString(16)}`,
    description: '',
    expect: { ...BASE.expect, verdict: space.profile === 'beyond' ? 'any' : 'pass' },
    provenance: undefined,
  };
  for (const [index, kind] of draw('mutations', kinds).entries()) {
    const stage = stageOf(child, drawBudget(child, space.profile, draw));
    child = MUTATIONS[kind](child, {
      stage,
      space,
      draw: (name, values) => draw(`mutation-${index + 1}/${name}`, values),
    });
  }
  return child;
}
