import { USUAL_DISK } from '../scenario/faults/node-fault.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { scenarioForm } from '../scenario/scenario.ts';
import { elementCounts } from './scenario-size.ts';
import { spanIn } from './span-in.ts';
import { placesOf } from './tree.ts';

/** Ranks a scenario by counts, the most important first; none is below 0. */
type Measure = readonly bigint[];

/**
 * Creates the test whether another scenario is smaller than this one: the first of their counts
 * that differs decides.
 *
 * A lexicographic order of finitely many natural numbers has no endless descent, so a search that
 * goes from a scenario to a smaller one, again and again, comes to an end.
 */
export function smallerThan(bound: Scenario): (candidate: Scenario) => boolean {
  const other = measure(bound);
  return (candidate) => {
    const mine = measure(candidate);
    const index = mine.findIndex((count, at) => count !== other[at]);
    return index >= 0 && (mine[index] ?? 0n) < (other[index] ?? 0n);
  };
}

function measure(scenario: Scenario): Measure {
  const { swarm, cluster, network, provenance, workload, byzantine } = scenario;
  const { operations, acts, faults, changes, validators, clients, features } =
    elementCounts(scenario);
  const { seed: _, name: __, description: ___, ...rest } = scenarioForm.state(scenario);
  const places = placesOf(rest);
  return [
    swarm === undefined ? 0 : 1,
    operations,
    acts,
    faults,
    changes,
    validators,
    clients + cluster.proxies.length + cluster.accounts.length,
    features,
    extras(scenario),
    workload.length + byzantine.length,
    places.length + (provenance === undefined ? 0 : 1),
    network.schedule === 'fifo' ? 0 : 1,
    magnitude(places.map(({ value }) => value)),
    scenario.seed,
  ].map(BigInt);
}

/** Counts settings that are not the default. */
function extras({ cluster, phases, faults, expect }: Scenario): number {
  const isDefault = [
    ...faults.flatMap((fault) => ('direction' in fault ? [fault.direction === 'two-way'] : [])),
    ...faults.flatMap((fault) => (fault.kind === 'crash' ? [fault.disk === USUAL_DISK] : [])),
    cluster.workers === undefined,
    cluster.crypto === 'trusted',
    phases === undefined,
    phases?.heal !== 'quorum',
    expect.sometimes.length === 0,
    expect.thresholds.length === 0,
  ];
  return isDefault.filter((each) => !each).length;
}

/** The sum of all numbers, with probabilities in billionths and time spans in nanoseconds. */
function magnitude(values: readonly unknown[]): bigint {
  return values.reduce((sum: bigint, value) => sum + magnitudeOf(value), 0n);
}

function magnitudeOf(value: unknown): bigint {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? abs(BigInt(value)) : BigInt(Math.ceil(Math.abs(value) * 1e9));
  }
  if (typeof value !== 'string') return 0n;
  if (/^-?[0-9]+$/.test(value)) return abs(BigInt(value));
  return abs(spanIn(value) ?? 0n);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
