import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import type { Scenario, WorkloadEntry } from '../../scenario/scenario.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { entryOf } from '../entry-of.ts';
import { act } from '../plots/scene.ts';
import { chance, span, whole } from '../values.ts';

/**
 * The fraction of runs with changes of committee that have a crowd: one of them costs as much as
 * twenty others.
 */
const ODDS = 0.02;

/** More accounts than fit on one page of a snapshot, but few enough for two. */
const SIZE = { least: 66, greatest: 90 };

/**
 * The time, in milliseconds, within which all clients of the crowd start: before the first change
 * is likely to have settled, and after it.
 */
const SETTING_OUT = 400;

/**
 * Adds a crowd of clients, each of which pays once, to a few of the runs whose committee changes.
 * Only so are there more accounts to hand over than one page of a snapshot holds.
 *
 * The crowd is added last, so that nothing else is drawn for it: none of its clients is Byzantine
 * or has a fault.
 */
export function withCrowd(
  scenario: Scenario,
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): Scenario {
  if (operations.pay === 0) return scenario;
  const { cluster, changes, workload } = scenario;
  const [payee] = cluster.clients;
  const [proxy] = cluster.proxies;
  if (changes.length === 0 || payee === undefined || proxy === undefined) return scenario;
  const [takesPart, size] = draw('crowd', fc.tuple(chance(ODDS), whole(SIZE)));
  if (!takesPart) return scenario;
  const names = Array.from({ length: size }, (_, index) => `payer${index + 1}`);
  const balance = 1n + (cluster.fees?.amount ?? 0n);
  const clients = names.map((name): ScenarioClient => ({ name, balance, proxy }));
  const starts = draw(
    'crowd/starts',
    fc.array(span(0, SETTING_OUT), { minLength: size, maxLength: size }),
  );
  const entries = names.map((name, index): WorkloadEntry => {
    const { step } = act(name, { op: 'pay', to: payee.name, amount: 1n, token: undefined });
    return entryOf(name, starts[index] ?? 0n, [step]);
  });
  return {
    ...scenario,
    cluster: { ...cluster, clients: [...cluster.clients, ...clients] },
    workload: [...workload, ...entries],
  };
}
