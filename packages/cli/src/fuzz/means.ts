import type { RunScenarioOptions, ScenarioSpace } from '@quorate/simulator';

/** Say how the runs of a search are run: plain data, so that another process can do it. */
export interface Means {
  readonly space: ScenarioSpace;
  readonly crypto: NonNullable<RunScenarioOptions['crypto']>;
}
