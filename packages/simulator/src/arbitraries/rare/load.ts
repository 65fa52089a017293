import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioClient, ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { entryOf } from '../entry-of.ts';
import { act } from '../plots/scene.ts';
import { span } from '../values.ts';

/** A client that pays throughout the run, and its payments. */
export interface Load {
  readonly clients: readonly ScenarioClient[];
  readonly workload: readonly WorkloadEntry[];
}

/** No such client. */
export const NO_LOAD: Load = { clients: [], workload: [] };

/** No other client of a generated scenario has this name. */
const PAYER = 'erin';

/**
 * Draws a client that only pays small amounts, one after the other, from the start of the run until
 * its changes of committee are likely over. Requesting the seats of a change takes about as long as
 * a payment, and so does the change itself.
 */
export function drawLoad(
  { clients, proxies, fees }: Pick<ScenarioCluster, 'clients' | 'proxies' | 'fees'>,
  changes: readonly CommitteeChange[],
  draw: Draw,
): Load {
  const [start, pause] = draw('load', fc.tuple(span(0, 300), span(0, 600)));
  const to = clients[0]?.name ?? PAYER;
  const wait: WorkloadStep = { op: 'wait', for: pause };
  const pay = act(PAYER, { op: 'pay', to, amount: 1n, token: undefined }).step;
  const count = 3 + 2 * changes.length;
  const balance = BigInt(count) * (1n + (fees?.amount ?? 0n));
  const steps = Array.from({ length: count }, (_, index) => (index === 0 ? [pay] : [wait, pay]));
  return {
    clients: [{ name: PAYER, balance, proxy: proxies[0] as string }],
    workload: [entryOf(PAYER, start, steps.flat())],
  };
}
