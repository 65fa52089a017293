import fc from 'fast-check';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance, span } from '../../arbitraries/values.ts';
import type { ScenarioClient, ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';

/**
 * The fraction of the runs with pruning in which a client outdates its own certificates; with more,
 * runs would no longer be small.
 */
const ODDS = 0.5;

/** How long the reader waits before each read: nodes prune a second after something has settled. */
const waits = span(0, 1_500);

const drawn = fc.record({
  takesPart: chance(ODDS),
  payments: fc.integer({ min: 2, max: 4 }),
  payee: share,
  reader: share,
  reads: fc.array(
    fc.tuple(waits, fc.constantFrom(0n, 0n, 1n), fc.constantFrom(1, 1, 2, undefined)),
    { maxLength: 3 },
  ),
});

/**
 * In half of the runs in which nodes prune, makes the first client pay several times in a row, so
 * that some of its certificates are no longer among its newest, and has a client look up the oldest
 * of them. Otherwise hardly any account of a small run has anything that may be pruned.
 */
export function outdated(
  lines: readonly Line[],
  {
    cast,
    swarm,
    cluster,
  }: {
    readonly cast: readonly ScenarioClient[];
    readonly swarm: Pick<Swarm, 'operations'>;
    readonly cluster: Pick<ScenarioCluster, 'prune'>;
  },
  draw: Draw,
): readonly Line[] {
  const [payer] = cast;
  if (cluster.prune === undefined || payer === undefined || swarm.operations.pay === 0) {
    return lines;
  }
  const { takesPart, payments, payee, reader, reads } = draw('workload/outdated', drawn);
  if (!takesPart) return lines;
  const nameAt = (place: number) => cast[Math.floor(place * cast.length)]?.name ?? payer.name;
  const pay = act(payer.name, { op: 'pay', to: nameAt(payee), amount: 1n, token: undefined });
  const paying = Array.from({ length: payments }, () => pay);
  // The payer reads what it has paid itself: another client may be done before the first payment.
  const by = reader < 0.5 ? payer.name : nameAt(reader);
  const reading = reads.flatMap(([duration, certificates, limit]) => {
    const step: WorkloadStep = {
      op: 'read',
      of: payer.name,
      certificates,
      ...(limit === undefined ? {} : { limit }),
    };
    return [...wait(by, duration), { client: by, step }];
  });
  return [...lines, ...paying, ...(swarm.operations.read === 0 ? [] : reading)];
}

function wait(client: string, duration: bigint): readonly Line[] {
  return duration === 0n ? [] : [{ client, step: { op: 'wait', for: duration } }];
}
