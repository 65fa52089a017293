import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { entryOf } from '../entry-of.ts';
import { PATIENCE } from '../patience.ts';
import { act } from '../plots/scene.ts';
import { manageToken } from '../plots/token.ts';
import { chance, span } from '../values.ts';

/** The fraction of runs with a long list: one of them costs as much as ten others. */
const ODDS = 0.015;

/** No other clients of a generated scenario have these names. */
const COLLECTOR = 'heidi';
const ISSUER = 'ivan';

/**
 * How many tokens the collector mints at once, and how many certificates have credited her before
 * that. A validator shows 200 certificates on a page of them, shared out among her credits and the
 * updates of each token, so that a page has 8, 5, 3 or 2 credits: a few payments fill several
 * pages, and 54 fill more than a proxy reads.
 */
const SIZES = [
  { tokens: 24, donors: 9 },
  { tokens: 39, donors: 11 },
  { tokens: 65, donors: 10 },
  { tokens: 98, donors: 9 },
  { tokens: 98, donors: 54 },
] as const;

const drawn = fc.record({
  takesPart: chance(ODDS),
  size: fc.constantFrom(...SIZES),
  /** Whether the collector is made a mint by updates of all tokens, and not by their creation. */
  isAdded: fc.boolean(),
  /** How much more the collector pays than she will ever have. */
  excess: fc.constantFrom(0n, 0n, 1n),
  start: span(800, 2_500),
});

/** When each donor pays, in milliseconds: mostly before the collector spends. */
const starts = span(0, 1_200);

/**
 * In a few runs, has many clients pay one that then mints many tokens in the transaction in which
 * she spends what she got. Where a validator lags behind, the proxy has to read her credits page by
 * page to tell what it lacks (rule P6); otherwise no list is longer than a page.
 *
 * All of these clients are added last, so that nothing else is drawn for them.
 */
export function withLongList(
  scenario: Scenario,
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): Scenario {
  const { cluster, limits, workload } = scenario;
  const [payee] = cluster.clients;
  const [proxy] = cluster.proxies;
  const isDrawn = operations.pay > 0 && operations.token > 0 && operations.batch > 0;
  if (!isDrawn || payee === undefined || proxy === undefined) return scenario;
  const { takesPart, size, isAdded, excess, start } = draw('long-list', drawn);
  if (!takesPart) return scenario;
  const fee = cluster.fees?.amount ?? 0n;
  const donors = Array.from({ length: size.donors }, (_, index) => `donor${index + 1}`);
  const tokens = Array.from({ length: size.tokens }, (_, index) => `coin-${index + 1}`);
  const amount = BigInt(size.donors) + excess;
  const spent: OperationStep = { op: 'pay', to: payee.name, amount, token: undefined };
  const minted = tokens.map(
    (token): OperationStep => ({ op: 'mint', token, to: payee.name, amount: 1n }),
  );
  const given: OperationStep = { op: 'pay', to: COLLECTOR, amount: 1n, token: undefined };
  const clients = [
    clientOf(COLLECTOR, fee),
    clientOf(ISSUER, 2n * fee),
    ...donors.map((name) => clientOf(name, 1n + fee)),
  ];
  const entries = [
    entryOf(COLLECTOR, start, [act(COLLECTOR, ...minted, spent).step]),
    entryOf(ISSUER, 0n, issued(tokens, isAdded)),
    ...donors.map((name) =>
      entryOf(name, draw(`long-list/${name}`, starts), [act(name, given).step]),
    ),
  ];
  // Of all these clients, the collector alone waits for another, the issuer.
  const simTime = limits.simTime + 3n * PATIENCE;
  return {
    ...scenario,
    cluster: { ...cluster, clients: [...cluster.clients, ...clients] },
    workload: [...workload, ...entries],
    limits: { ...limits, simTime },
  };

  function clientOf(name: string, balance: bigint): ScenarioClient {
    return { name, balance, proxy: proxy as string };
  }
}

/** What the issuer does so that the collector may mint all tokens. */
function issued(tokens: readonly string[], isAdded: boolean): readonly WorkloadStep[] {
  const mints = isAdded ? [] : [COLLECTOR];
  const created = tokens.map(
    (as): OperationStep => ({ op: 'create-token', as, name: as, decimals: 0, amount: 0n, mints }),
  );
  const updated = tokens.map(
    (token): OperationStep => ({ ...manageToken(token), add: [COLLECTOR] }),
  );
  const steps = [act(ISSUER, ...created).step];
  return isAdded ? [...steps, act(ISSUER, ...updated).step] : steps;
}
