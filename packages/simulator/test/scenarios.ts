import { loadScenario } from '../src/scenario/read/load.ts';
import type { Scenario } from '../src/scenario/scenario.ts';

/** What a test says of a scenario; everything else is the same in all tests. */
export interface ScenarioParts {
  readonly validators?: number;
  readonly proxies?: number;
  readonly clients: Readonly<
    Record<
      string,
      { readonly balance?: number; readonly proxy?: string; readonly operates?: string }
    >
  >;
  readonly accounts?: object;
  readonly candidates?: number;
  readonly changes?: readonly object[];
  readonly disk?: object;
  readonly prune?: object;
  readonly fees?: object;
  readonly acceptsUnversioned?: boolean;
  readonly requestAge?: string;
  /** The steps of each client. */
  readonly steps: Readonly<Record<string, readonly object[]>>;
  /** Workloads with more than steps. */
  readonly workload?: readonly object[];
  readonly network?: object;
  readonly faults?: readonly object[];
  readonly byzantine?: readonly object[];
  readonly limits?: object;
  readonly phases?: object;
  readonly swarm?: object;
  readonly seed?: number;
  readonly expect?: object;
}

/** Builds a scenario by way of a file, so that what a test says is checked as a user's file is. */
export function scenarioOf({
  validators = 4,
  proxies = 1,
  clients,
  accounts = {},
  candidates = 0,
  disk = {},
  prune,
  fees,
  acceptsUnversioned,
  requestAge,
  steps,
  ...rest
}: ScenarioParts): Scenario {
  const workload = Object.entries(steps).map(([client, own]) => ({
    id: `of-${client}`,
    client,
    steps: own,
  }));
  const document = {
    version: 1,
    name: 'test',
    cluster: {
      validators,
      candidates,
      proxies,
      clients,
      accounts,
      disk,
      prune,
      fees,
      acceptsUnversioned,
      requestAge,
    },
    workload,
    ...rest,
  };
  return loadScenario(JSON.stringify(document), 'test.yaml');
}

/** Gives the step in which a client pays another. */
export function pay(to: string, amount: number): object {
  return { op: 'pay', to, amount };
}
