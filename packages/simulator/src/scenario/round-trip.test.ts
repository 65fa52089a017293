import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ACCOUNT, anySteps, CLIENTS, VALIDATORS, writtenStep } from '../../test/any-steps.ts';
import type { Distribution } from '../distribution.ts';
import { formatDuration } from '../duration.ts';
import { paddedHex } from './build-step.ts';
import { ScenarioError } from './diagnostic.ts';
import { loadScenario } from './load.ts';
import type { Scenario } from './scenario.ts';

const duration = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n });
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const node = fc.constantFrom('*', 'p1', ...CLIENTS, ...VALIDATORS);
const ordered = fc.tuple(duration, duration).map(([a, b]) => (a < b ? [a, b] : [b, a]));

const delay: fc.Arbitrary<Distribution> = fc.oneof(
  duration.map((mean) => ({ kind: 'const' as const, mean })),
  ordered.map(([min = 0n, max = 0n]) => ({ kind: 'uniform' as const, min, max })),
  ordered.map(([min = 0n, mean = 0n]) => ({ kind: 'exp' as const, mean, min })),
);
const link = fc.record({ delay, drop: fc.double({ min: 0, max: 1, noNaN: true }) });

const CELL = { shown: 'head', key: paddedHex('head'), state: paddedHex('0xab') };

/** The label is the client's name, so that no two clients create the same. */
function entryOf(client: string) {
  return fc.record({
    id: fc.constant(`of-${client}`),
    client: fc.constant(client),
    start: duration,
    steps: anySteps(client),
  });
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  name: fc.constantFrom('a', 'first-payment', 'n0'),
  description: fc.string(),
  seed: uint64,
  cluster: fc.tuple(amount, amount, amount).map((balances) => ({
    validators: [...VALIDATORS],
    proxy: 'p1',
    clients: balances.map((balance, index) => ({ name: CLIENTS[index] ?? '', balance })),
    accounts: [{ name: ACCOUNT, signers: [...CLIENTS], quorum: 2, balance: balances[0] }],
  })),
  network: fc.record({
    default: link,
    links: fc.array(
      fc.tuple(node, node, link).map(([from, to, model]) => ({ from, to, ...model })),
      { maxLength: 3 },
    ),
    schedule: fc.constantFrom('fifo', 'random'),
  }),
  workload: fc
    .tuple(...CLIENTS.map((client) => entryOf(client)))
    .chain((entries) => fc.subarray(entries)),
  faults: fc
    .array(
      fc.record({
        node: fc.constantFrom(...VALIDATORS),
        at: duration,
        restartAfter: fc.option(duration, { nil: undefined }),
      }),
      { maxLength: 3 },
    )
    .map((faults) =>
      faults.map((fault, index) => ({ id: `f${index}`, kind: 'crash' as const, ...fault })),
    ),
  limits: fc.record({ simTime: duration, events: fc.nat() }),
  expect: fc.record({
    verdict: fc.constantFrom('pass', 'liveness', 'violation:no-double-sign'),
    outcomes: fc
      .subarray([...CLIENTS])
      .map((clients) => clients.map((name) => ({ client: name, outcome: 'final' as const }))),
    balances: fc
      .subarray([...CLIENTS])
      .map((clients) => clients.map((name) => ({ client: name, balance: 7n }))),
    certificates: fc.option(fc.nat(), { nil: undefined }),
    tokens: fc.constant([]),
    jobs: fc.constant([]),
    states: fc
      .subarray([...CLIENTS, ACCOUNT])
      .map((names) => names.map((client) => ({ client, ...CELL }))),
  }),
});

describe('loadScenario', () => {
  it.each([
    ['JSON', JSON.stringify],
    ['YAML', (file: unknown) => stringify(file)],
  ])('reads back every scenario written as %s', (_, write) => {
    fc.assert(
      fc.property(scenario, (original) => {
        expect(loadScenario(write(toFile(original)), 'x')).toEqual(original);
      }),
    );
  });

  it('finds a key that is not of the format wherever it stands, by line and column', () => {
    fc.assert(
      fc.property(scenario, fc.nat(), (any, choice) => {
        // The keys of state cells may be any text.
        const original = { ...any, expect: { ...any.expect, states: [] } };
        const lines = JSON.stringify(toFile(original), null, 1).split('\n');
        const openings = lines.flatMap((line, index) => (/[^\\"]*\{$/.test(line) ? [index] : []));
        const opening = openings[choice % openings.length] ?? 0;
        const isAlone = /^\s*\}/.test(lines[opening + 1] ?? '');
        const text = lines.toSpliced(opening + 1, 0, `"Zzz": 0${isAlone ? '' : ','}`).join('\n');
        expect(placesOfMistakes(text)).toContainEqual([opening + 2, 1]);
      }),
    );
  });
});

function placesOfMistakes(text: string): readonly (readonly [line: number, column: number])[] {
  try {
    loadScenario(text, 'x');
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.diagnostics.map(({ line, column }) => [line, column]);
  }
}

/** Write a scenario the long way, with every default spelled out. */
function toFile(value: Scenario): unknown {
  const { cluster, network, workload, faults, limits, expect: expected, ...head } = value;
  const asLink = ({ delay: { kind, ...bounds }, drop }: Scenario['network']['default']) => ({
    delay: { dist: kind, ...mapValues(bounds, formatDuration) },
    drop,
  });
  return {
    version: 1,
    ...head,
    seed: `${value.seed}`,
    cluster: {
      validators: cluster.validators.length,
      clients: Object.fromEntries(
        cluster.clients.map(({ name, balance }) => [name, { balance: `${balance}` }]),
      ),
      accounts: Object.fromEntries(
        cluster.accounts.map(({ name, balance, ...rest }) => [
          name,
          { ...rest, balance: `${balance}` },
        ]),
      ),
    },
    network: {
      ...network,
      default: asLink(network.default),
      links: network.links.map(({ from, to, ...model }) => ({ from, to, ...asLink(model) })),
    },
    workload: workload.map(({ start, steps, ...entry }) => ({
      ...entry,
      start: formatDuration(start),
      steps: steps.map(writtenStep),
    })),
    faults: faults.map(({ at, restartAfter, ...fault }) => ({
      ...fault,
      at: formatDuration(at),
      ...(restartAfter === undefined ? {} : { restartAfter: formatDuration(restartAfter) }),
    })),
    limits: { ...limits, simTime: formatDuration(limits.simTime) },
    expect: {
      verdict: expected.verdict,
      outcomes: Object.fromEntries(expected.outcomes.map((e) => [e.client, e.outcome])),
      balances: Object.fromEntries(expected.balances.map((e) => [e.client, `${e.balance}`])),
      ...(expected.certificates === undefined ? {} : { certificates: expected.certificates }),
      states: Object.fromEntries(
        expected.states.map(({ client, shown, state }) => [client, { [shown]: `0x${state}` }]),
      ),
    },
  };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
