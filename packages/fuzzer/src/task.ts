import {
  generateScenario,
  PCT_EVENTS,
  type Scenario,
  type ScenarioSpace,
} from '@quorate/simulator';

/** One run of a search, as plain data, so that another process can make it. */
export type Task = { readonly index: number } & (
  | FreshTask
  | { readonly kind: 'kept'; readonly name: string; readonly scenario: Scenario }
);

interface FreshTask {
  readonly kind: 'fresh';
  readonly seed: bigint;
  /** The depth of a schedule by priorities; absent keeps the schedule that was drawn. */
  readonly depth?: number;
}

/** How far priorities let events overtake others. Units: nanoseconds. */
const PCT_WINDOW = 100_000_000n;

/** Builds the scenario of a task. Equal tasks and spaces give equal scenarios. */
export function scenarioOf(task: Task, space: ScenarioSpace): Scenario {
  switch (task.kind) {
    case 'kept':
      return task.scenario;
    case 'fresh':
      return withDepth(generateScenario(space, task.seed), task.depth);
  }
}

function withDepth(scenario: Scenario, depth: number | undefined): Scenario {
  if (depth === undefined) return scenario;
  const schedule = { kind: 'pct', depth, window: PCT_WINDOW, events: PCT_EVENTS } as const;
  return { ...scenario, network: { ...scenario.network, schedule } };
}
