import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import type { CommitteeChange } from '../scenario/committee-changes.ts';
import type { ScenarioClient, ScenarioCluster, WorkloadEntry } from '../scenario/scenario.ts';
import type { WorkloadStep } from '../scenario/step.ts';
import { act } from './plots/scene.ts';
import { span } from './values.ts';

/** Holds who pays all along, and what is paid. */
export interface Load {
  readonly clients: readonly ScenarioClient[];
  readonly workload: readonly WorkloadEntry[];
}

/** Nobody who pays. */
export const NO_LOAD: Load = { clients: [], workload: [] };

/** Whoever pays is none of those that scenarios have otherwise. */
const PAYER = 'erin';

/**
 * Draws a client that does nothing but pay little, one payment after the other, from the start of the
 * run until its changes of committee are likely over: asking for the seats of one takes about as long
 * as a payment, and so does the change.
 */
export function drawLoad(
  { clients, proxies, fees }: Pick<ScenarioCluster, 'clients' | 'proxies' | 'fees'>,
  changes: readonly CommitteeChange[],
  draw: Draw,
): Load {
  const [start, pause] = draw('load', fc.tuple(span(0, 300), span(0, 600)));
  const to = clients[0]?.name ?? PAYER;
  const wait: WorkloadStep = { op: 'wait', duration: pause };
  const pay = act(PAYER, { op: 'pay', to, amount: 1n, token: undefined }).step;
  const count = 3 + 2 * changes.length;
  const balance = BigInt(count) * (1n + (fees?.amount ?? 0n));
  const steps = Array.from({ length: count }, (_, index) => (index === 0 ? [pay] : [wait, pay]));
  return {
    clients: [{ name: PAYER, balance, proxy: proxies[0] as string }],
    workload: [{ id: `of-${PAYER}`, client: PAYER, start, steps: steps.flat() }],
  };
}
