import {
  drawScenario,
  generateScenario,
  mutateScenario,
  type Scenario,
  type ScenarioSpace,
} from '@quorate/simulator';

/** Say what one run of a search is: plain data, so that another process can do it. */
export type Task = { readonly index: number } & (
  | FreshTask
  | { readonly kind: 'child'; readonly seed: bigint; readonly parent: Scenario }
  | { readonly kind: 'kept'; readonly name: string; readonly scenario: Scenario }
);

interface FreshTask {
  readonly kind: 'fresh';
  readonly seed: bigint;
  /** How many orderings a schedule by priorities is to reach; the schedule is as drawn if absent. */
  readonly depth?: number;
}

/** Within how many events priorities change: generated runs have a few hundred. */
const PCT_EVENTS = 300;

/** How far priorities let events overtake others. Units: nanoseconds. */
const PCT_WINDOW = 100_000_000n;

/** Build the scenario of a task; equal tasks and spaces give equal scenarios. */
export function scenarioOf(task: Task, space: ScenarioSpace): Scenario {
  switch (task.kind) {
    case 'kept':
      return task.scenario;
    case 'child':
      return childOf(task.parent, space, task.seed);
    case 'fresh':
      return withDepth(generateScenario(space, task.seed), task.depth);
  }
}

/** Every third child does what its parent did; the others do something else in its surroundings. */
const REPEATING = 3n;

function childOf(parent: Scenario, space: ScenarioSpace, seed: bigint): Scenario {
  return seed % REPEATING === 0n
    ? repeated(parent, space, seed)
    : transplanted(parent, space, seed);
}

/**
 * Changes a parent twice over, and gives it other luck: with its own, whatever is not changed would
 * only happen again.
 */
function repeated(parent: Scenario, space: ScenarioSpace, seed: bigint): Scenario {
  const once = mutateScenario(parent, space, seed);
  const twice = mutateScenario(once, space, BigInt.asUintN(64, ~seed));
  return { ...twice, name: once.name, seed };
}

/** How many faults and liars a child takes over from its parent at most. */
const BURDEN_MAX = 6;

/**
 * Gives the cluster, the network, the faults and the liars of a parent traffic that is all new, and
 * such further faults and liars as the seed draws.
 */
function transplanted(parent: Scenario, space: ScenarioSpace, seed: bigint): Scenario {
  const { name, description, expect } = generateScenario(space, seed);
  const isLight = parent.faults.length + parent.byzantine.length <= BURDEN_MAX;
  const surroundings = { ...parent, workload: [], ...renamed(parent, isLight) };
  const about = { name, description, expect, provenance: undefined, swarm: space };
  return drawScenario({ ...surroundings, ...about }, seed);
}

/** Gives what is kept names of its own: what is drawn beside it counts from 1 again. */
function renamed({ faults, byzantine }: Scenario, hasFaults: boolean) {
  return {
    faults: (hasFaults ? faults : []).map((fault, at) => ({ ...fault, id: `kept-${at + 1}` })),
    byzantine: byzantine.map((party) => ({
      ...party,
      acts: party.acts.map((act, at) => ({ ...act, id: `kept-${party.node}-${at + 1}` })),
    })),
  };
}

function withDepth(scenario: Scenario, depth: number | undefined): Scenario {
  if (depth === undefined) return scenario;
  const schedule = { kind: 'pct', depth, window: PCT_WINDOW, events: PCT_EVENTS } as const;
  return { ...scenario, network: { ...scenario.network, schedule } };
}
