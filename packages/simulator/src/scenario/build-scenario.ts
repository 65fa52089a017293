import type { Distribution } from '../distribution.ts';
import { parseDuration } from '../duration.ts';
import type { LinkModel } from '../network.ts';
import { buildStep, paddedHex } from './build-step.ts';
import { isExtension, nodeNames } from './names.ts';
import type {
  RawDelay,
  RawExpectations,
  RawFault,
  RawLink,
  RawNetwork,
  RawScenario,
} from './raw-scenario.ts';
import type {
  Expectations,
  Scenario,
  ScenarioCluster,
  ScenarioFault,
  ScenarioNetwork,
  StateExpectation,
} from './scenario.ts';

const DEFAULT_LINK: LinkModel = {
  delay: { kind: 'exp', mean: parseDuration('50 ms'), min: parseDuration('1 ms') },
  drop: 0,
};

/** Convert a checked document: units to nanoseconds, amounts to bigint, defaults filled in. */
export function buildScenario(raw: RawScenario): Scenario {
  return {
    name: raw.name,
    description: raw.description ?? '',
    seed: BigInt(raw.seed ?? 1),
    cluster: buildCluster(raw.cluster),
    network: buildNetwork(raw.network ?? {}),
    workload: raw.workload.map(({ id, client, start, steps }) => ({
      id,
      client,
      start: parseDuration(start ?? '0 ms'),
      steps: steps.map(buildStep),
    })),
    faults: (raw.faults ?? []).map(buildFault),
    limits: {
      simTime: parseDuration(raw.limits?.simTime ?? '60 s'),
      events: raw.limits?.events ?? 200_000,
    },
    expect: buildExpectations(raw.expect ?? {}),
  };
}

function buildCluster({
  validators,
  clients,
  accounts = {},
}: RawScenario['cluster']): ScenarioCluster {
  return {
    ...nodeNames(validators),
    clients: named(clients).map(([name, { balance = 0 }]) => ({ name, balance: BigInt(balance) })),
    accounts: named(accounts).map(([name, { signers, quorum, balance = 0 }]) => ({
      name,
      signers,
      quorum,
      balance: BigInt(balance),
    })),
  };
}

function buildNetwork({
  default: base,
  links = [],
  schedule = 'random',
}: RawNetwork): ScenarioNetwork {
  const fallback = buildLink(base ?? {}, DEFAULT_LINK);
  return {
    default: fallback,
    links: links.map((link) => ({ from: link.from, to: link.to, ...buildLink(link, fallback) })),
    schedule,
  };
}

function buildLink({ delay, drop }: RawLink, fallback: LinkModel): LinkModel {
  return {
    delay: delay === undefined ? fallback.delay : buildDelay(delay),
    drop: drop ?? fallback.drop,
  };
}

function buildDelay(delay: RawDelay): Distribution {
  switch (delay.dist) {
    case 'const':
      return { kind: 'const', mean: parseDuration(delay.mean) };
    case 'uniform':
      return { kind: 'uniform', min: parseDuration(delay.min), max: parseDuration(delay.max) };
    case 'exp': {
      const min = parseDuration(delay.min ?? '0 ms');
      return { kind: 'exp', mean: parseDuration(delay.mean), min };
    }
  }
}

function buildFault({ id, kind, node, at, restartAfter }: RawFault): ScenarioFault {
  return {
    id,
    kind,
    node,
    at: parseDuration(at),
    restartAfter: restartAfter === undefined ? undefined : parseDuration(restartAfter),
  };
}

function buildExpectations(raw: RawExpectations): Expectations {
  return {
    verdict: raw.verdict ?? 'pass',
    outcomes: named(raw.outcomes ?? {}).map(([client, outcome]) => ({ client, outcome })),
    balances: buildBalances(raw.balances),
    certificates: raw.certificates,
    tokens: named(raw.tokens ?? {}).map(([token, { supply, holders }]) => ({
      token,
      supply: supply === undefined ? undefined : BigInt(supply),
      holders: buildBalances(holders),
    })),
    jobs: named(raw.jobs ?? {}).map(([job, status]) => ({ job, status })),
    states: named(raw.states ?? {}).flatMap(([client, cells]) => buildCells(client, cells)),
  };
}

function buildBalances(raw: RawExpectations['balances'] = {}): Expectations['balances'] {
  return named(raw).map(([client, balance]) => ({ client, balance: BigInt(balance) }));
}

function buildCells(
  client: string,
  cells: Readonly<Record<string, string>>,
): readonly StateExpectation[] {
  return named(cells).map(([shown, state]) => ({
    client,
    shown,
    key: paddedHex(shown),
    state: paddedHex(state),
  }));
}

/** List a mapping by client in the order of the file, without what only the author reads. */
function named<T>(mapping: Readonly<Record<string, T>>): [name: string, value: T][] {
  return Object.entries(mapping).filter(([name]) => !isExtension(name));
}
