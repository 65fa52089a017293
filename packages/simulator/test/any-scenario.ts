import { PRECHECKS } from '@quorate/core';
import { CRYPTO_MODES } from '@quorate/crypto';
import { parseDuration } from '@quorate/network';
import { AMOUNT_MAX } from '@quorate/protocol';
import fc from 'fast-check';
import { SITUATIONS, type SituationName } from '../src/oracles/situations.ts';
import {
  type CommitteeChange,
  MEMBER_KEYS,
  SEAT_OPERATORS,
} from '../src/scenario/cluster/committee-changes.ts';
import type { Expectations } from '../src/scenario/expectations.ts';
import type { OrderedTurn } from '../src/scenario/network/order.ts';
import type { ScenarioNetwork } from '../src/scenario/network/scenario-network.ts';
import type { Schedule } from '../src/scenario/network/schedule.ts';
import { paddedHex } from '../src/scenario/padded-hex.ts';
import { DRAWN_CHAOS, HEALS } from '../src/scenario/phases.ts';
import type { Scenario } from '../src/scenario/scenario.ts';
import { COST_METRICS, type Threshold } from '../src/scenario/thresholds.ts';
import { anyByzantine } from './any-byzantine.ts';
import { anyFaults, anyMoment } from './any-fault.ts';
import { anyDelay, anyLink, anyLinkPart } from './any-link.ts';
import { anySteps } from './any-steps.ts';
import { anySwarm } from './any-swarm.ts';
import {
  ACCOUNT,
  anyAmount,
  anyClient,
  anyDuration,
  anyEnd,
  anyUint64,
  CANDIDATES,
  CLIENTS,
  EVENTS,
  LATEST,
  optional,
  PROXIES,
  SIM_TIME,
  VALIDATORS,
} from './any-values.ts';

type Parts<T> = { readonly [K in keyof T]-?: fc.Arbitrary<T[K]> };

const CELL = { shown: 'head', key: paddedHex('head'), state: paddedHex('0xab') };

/** The label is the client's name, so that no two clients create the same. */
function entryOf(client: string) {
  return fc.record({
    id: fc.constant(`of-${client}`),
    client: fc.constant(client),
    start: anyDuration,
    steps: anySteps(client),
  });
}

const cluster: Parts<Scenario['cluster']> = {
  validators: fc.constant([...VALIDATORS]),
  candidates: fc.constant([...CANDIDATES]),
  proxies: fc.constant([...PROXIES]),
  clients: fc.tuple(
    ...CLIENTS.map((name, index) =>
      fc.record(
        {
          name: fc.constant(name),
          balance: anyAmount,
          proxy: fc.constantFrom(...PROXIES),
          operates: fc.constant(VALIDATORS[index] as string),
        },
        { requiredKeys: ['name', 'balance', 'proxy'] },
      ),
    ),
  ),
  accounts: fc
    .record(
      { balance: anyAmount, nonce: fc.bigInt(0n, 2n ** 64n - 1n) },
      { requiredKeys: ['balance'] },
    )
    .map((own) => [{ name: ACCOUNT, signers: [...CLIENTS], quorum: 2, ...own }]),
  disk: fc.record({ flush: anyDelay }),
  prune: optional(
    fc.record({
      olderThanNanos: anyDuration,
      keepPerAccount: fc.bigInt({ min: 1n, max: 100n }),
      archives: fc.subarray([...VALIDATORS, ...CANDIDATES, ...PROXIES]),
    }),
  ),
  fees: optional(
    fc.record(
      {
        amount: anyAmount,
        account: fc.constantFrom(...CLIENTS, ACCOUNT),
        token: fc.record({ of: anyClient, amount: anyAmount, isDefault: fc.boolean() }),
      },
      { requiredKeys: ['amount', 'account'] },
    ),
  ),
  precheck: fc.constantFrom(...PRECHECKS),
  acceptsUnversioned: fc.boolean(),
  requestAge: anyDuration,
  crypto: fc.constantFrom(...CRYPTO_MODES),
  workers: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
};

const schedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constantFrom('fifo' as const, 'random' as const),
  fc.record({
    kind: fc.constant('pct' as const),
    depth: fc.integer({ min: 1, max: 100 }),
    window: anyDuration,
    events: fc.integer({ min: 1, max: 2 ** 32 }),
  }),
);

const anyMember = fc.constantFrom(...VALIDATORS, ...PROXIES, ...CLIENTS);
const nth = fc.integer({ min: 1, max: 3 });

const turn: fc.Arbitrary<OrderedTurn> = fc.oneof(
  fc.record(
    {
      do: fc.constantFrom('deliver', 'lose', 'copy'),
      message: fc.constantFrom('SubmitTransaction', 'Response Signed'),
      from: anyMember,
      to: anyMember,
      about: fc.constantFrom('alice pays bob 1', 'bob sets "a: b" to 0x00'),
      nth,
    },
    { requiredKeys: ['do', 'message', 'from', 'to', 'nth'] },
  ),
  fc.record({ do: fc.constant('fire'), node: anyMember, timer: fc.constant('retry'), nth }),
);

/** An override takes what it does not name from the default. */
const network: fc.Arbitrary<ScenarioNetwork> = fc
  .tuple(
    anyLink,
    fc.array(fc.tuple(anyEnd, anyEnd, anyLinkPart), { maxLength: 3 }),
    fc.array(turn, { maxLength: 3 }),
    schedule,
  )
  .map(([base, links, order, chosen]) => ({
    default: base,
    links: links.map(([from, to, part]) => ({ from, to, ...base, ...part })),
    order,
    schedule: chosen,
  }));

const balances = fc
  .subarray([...CLIENTS])
  .chain((clients) =>
    fc.tuple(
      ...clients.map((name) => anyAmount.map((balance) => ({ client: name as string, balance }))),
    ),
  );

const threshold: fc.Arbitrary<Threshold> = fc.oneof(
  fc.record({
    metric: fc.constantFrom(...COST_METRICS),
    max: fc.double({ min: 0, max: 1e6, noNaN: true }),
  }),
  fc.record({
    metric: fc.constant('finality-time' as const),
    bounds: fc.record(
      { p50: anyDuration, p95: anyDuration, max: anyDuration },
      { requiredKeys: [] },
    ),
  }),
);

const expectations: Parts<Expectations> = {
  verdict: fc.constantFrom('pass', 'liveness', 'violation:no-double-sign'),
  outcomes: fc
    .subarray([...CLIENTS])
    .map((clients) => clients.map((name) => ({ client: name, outcome: 'final' as const }))),
  balances,
  certificates: optional(fc.nat()),
  epoch: optional(fc.nat()),
  sometimes: fc.subarray(Object.keys(SITUATIONS) as SituationName[]),
  thresholds: fc.array(threshold, { maxLength: 2 }),
  tokens: fc.constant([]),
  jobs: fc.constant([]),
  states: fc
    .subarray([...CLIENTS, ACCOUNT])
    .map((names) => names.map((client) => ({ client, ...CELL }))),
};

const anyChange: fc.Arbitrary<Omit<CommitteeChange, 'id'>> = fc.record({
  moment: anyMoment,
  members: fc.subarray([...VALIDATORS, ...CANDIDATES], { minLength: 1 }),
  keys: fc.constantFrom(...MEMBER_KEYS),
  operators: fc.constantFrom(...SEAT_OPERATORS),
  deliver: optional(fc.subarray([...VALIDATORS, ...CANDIDATES])),
});

function numbered(changes: readonly Omit<CommitteeChange, 'id'>[]): readonly CommitteeChange[] {
  return changes.map((change, index) => ({
    ...change,
    operators: change.members.length > 1 ? change.operators : 'own',
    id: `change-${index + 1}`,
  }));
}

const parts: Parts<Scenario> = {
  name: fc.constantFrom('a', 'first-payment', 'n0'),
  description: fc.string(),
  seed: anyUint64,
  reseed: optional(fc.record({ events: fc.nat(EVENTS), seed: anyUint64 })),
  cluster: fc.record(cluster),
  network,
  workload: fc
    .tuple(...CLIENTS.map((client) => entryOf(client)))
    .chain((entries) => fc.subarray(entries)),
  changes: fc.array(anyChange, { maxLength: 3 }).map(numbered),
  faults: anyFaults,
  byzantine: anyByzantine,
  swarm: optional(anySwarm),
  phases: optional(
    fc.record({
      chaos: fc.bigInt({ min: LATEST + 1n, max: SIM_TIME - 1n }),
      heal: fc.constantFrom(...HEALS),
    }),
  ),
  limits: fc.constant({ simTime: SIM_TIME, events: EVENTS }),
  expect: fc.record(expectations),
  provenance: optional(
    fc.record({
      seed: anyUint64.map((seed) => `0x${seed.toString(16)}`),
      tool: fc.constant('0.1.0'),
      traceHash: anyUint64.map((hash) => hash.toString(16).padStart(64, '0')),
    }),
  ),
};

/** Any scenario that a file can state, with every feature in it. */
export const anyScenario: fc.Arbitrary<Scenario> = (fc.record(parts) as fc.Arbitrary<Scenario>)
  .map(besideChanges)
  .map(withinSupply)
  .map(withinChaos);

// The supply of a token must fit into an amount.
function withinSupply(scenario: Scenario): Scenario {
  const { clients, accounts } = scenario.cluster;
  let left = AMOUNT_MAX;
  const within = <H extends { readonly balance: bigint }>(holder: H): H => {
    const balance = holder.balance < left ? holder.balance : left;
    left -= balance;
    return { ...holder, balance };
  };
  const cluster = { clients: clients.map(within), accounts: accounts.map(within) };
  return { ...scenario, cluster: { ...scenario.cluster, ...cluster } };
}

// A scenario with a swarm has a chaos, and no fault begins after it.
function withinChaos(scenario: Scenario): Scenario {
  const { phases, swarm, faults } = scenario;
  if (swarm === undefined || phases !== undefined) return scenario;
  const end = parseDuration(DRAWN_CHAOS);
  return {
    ...scenario,
    faults: faults.filter(({ moment }) => moment.kind !== 'time' || moment.at < end),
  };
}

// A scenario that changes its committee runs in one thread, and a registrar acts for validators
// that get a seat.
function besideChanges(scenario: Scenario): Scenario {
  const { changes, cluster } = scenario;
  if (changes.length === 0) return scenario;
  const seated = new Set(changes.flatMap(({ members }) => members));
  const clients = cluster.clients.map(({ operates, ...client }) =>
    operates === undefined || seated.has(operates) ? client : { ...client, operates },
  );
  return { ...scenario, cluster: { ...cluster, clients, workers: undefined } };
}
