import type { RunScenarioOptions, ScenarioSpace } from '@quorate/simulator';

/** How the runs of a search are run: plain data, so that another process can run them. */
export interface Means {
  readonly space: ScenarioSpace;
  readonly crypto: NonNullable<RunScenarioOptions['crypto']>;
}
