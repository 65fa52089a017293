import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import type { Scenario, WorkloadEntry } from '../../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { entryOf } from '../entry-of.ts';
import { act } from '../plots/scene.ts';
import { manageToken } from '../plots/token.ts';
import { chance, span, whole } from '../values.ts';

/** The fraction of runs with a veteran: one of them costs as much as several others. */
const ODDS = 0.02;

/** How often it does the same: numbers with two digits sort differently from those with one. */
const TIMES = { least: 11, greatest: 13 };

/** No other clients of a generated scenario have these names. */
const VETERAN = 'frank';
const HEIR = 'judy';

const TOKEN = 'medal';

const drawn = fc.record({
  takesPart: chance(ODDS),
  isIssuer: chance(0.3),
  times: whole(TIMES),
  start: span(0, 300),
  /** When the other one asks for too much. */
  late: span(2_000, 8_000),
  from: fc.constantFrom(0n, 8n, 9n, 10n),
  limit: fc.constantFrom(1, 3, undefined),
});

/**
 * In a few runs, has a client do the same a dozen times in a row, so that its nonces, the places in
 * the list of what credited another one, or the updates of a token come to have two digits. It looks
 * up its certificates, and the other one is refused what it has no money or no right for: a proxy
 * reads its whole basis first (rule P6).
 *
 * The two are added last, so that nothing else is drawn for them.
 */
export function withVeteran(
  scenario: Scenario,
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): Scenario {
  const { cluster, workload } = scenario;
  const [proxy] = cluster.proxies;
  if (operations.pay === 0 || proxy === undefined) return scenario;
  const { takesPart, isIssuer, times, start, late, from, limit } = draw('veteran', drawn);
  if (!takesPart) return scenario;
  const paid = BigInt(times);
  const balance = (paid + 1n) * (1n + (cluster.fees?.amount ?? 0n));
  const clients: readonly ScenarioClient[] = [
    { name: VETERAN, balance, proxy },
    { name: HEIR, balance: 0n, proxy: cluster.proxies.at(-1) ?? proxy },
  ];
  const issues = isIssuer && operations.token > 0;
  const deeds = issues ? updating(times) : Array.from({ length: times }, () => PAYMENT);
  const reading: readonly WorkloadStep[] =
    operations.read === 0
      ? []
      : [
          {
            op: 'read',
            of: VETERAN,
            certificates: from,
            ...(limit === undefined ? {} : { limit }),
          },
        ];
  const excess: OperationStep = issues
    ? { op: 'mint', token: TOKEN, to: HEIR, amount: 1n }
    : { op: 'pay', to: VETERAN, amount: paid + 1n, token: undefined };
  const entries: readonly WorkloadEntry[] = [
    entryOf(VETERAN, start, [...deeds.map((deed) => act(VETERAN, deed).step), ...reading]),
    entryOf(HEIR, start + late, [act(HEIR, excess).step]),
  ];
  return {
    ...scenario,
    cluster: { ...cluster, clients: [...cluster.clients, ...clients] },
    workload: [...workload, ...entries],
  };
}

const PAYMENT: OperationStep = { op: 'pay', to: HEIR, amount: 1n, token: undefined };

function updating(times: number): readonly OperationStep[] {
  const token = { op: 'create-token', as: TOKEN, name: TOKEN, decimals: 0, amount: 1n } as const;
  const updates = Array.from({ length: times }, (_, index) =>
    index % 2 === 0
      ? { ...manageToken(TOKEN), add: [VETERAN] }
      : { ...manageToken(TOKEN), remove: [VETERAN] },
  );
  return [{ ...token, mints: [] }, ...updates];
}
