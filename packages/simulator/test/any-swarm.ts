import fc from 'fast-check';
import { DEFAULT_SWARM, PROFILES, type Range, type Swarm } from '../src/scenario/swarm/swarm.ts';
import { anyOrdered, anyProbability } from './any-values.ts';

const whole = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]) => ordered(a, b));
const likely = fc.tuple(anyProbability, anyProbability).map(([a, b]) => ordered(a, b));
const weight = fc.double({ min: 0, max: 100, noNaN: true });

/** Any swarm, every key given. */
export const anySwarm: fc.Arbitrary<Swarm> = fc.record({
  profile: fc.constantFrom(...PROFILES),
  odds: anyProbability,
  steps: whole,
  operations: weights(DEFAULT_SWARM.operations),
  schedules: weights(DEFAULT_SWARM.schedules),
  delay: anyOrdered.map(([least, greatest]) => ({ least, greatest })),
  network: each(DEFAULT_SWARM.network, likely),
  faults: each(DEFAULT_SWARM.faults, whole),
  byzantine: each(DEFAULT_SWARM.byzantine, whole),
});

function ordered(a: number, b: number): Range {
  return { least: Math.min(a, b), greatest: Math.max(a, b) };
}

/** Weights for the keys of a table. One at least is above 0, or they would be refused. */
function weights<K extends string>(
  keys: Readonly<Record<K, unknown>>,
): fc.Arbitrary<Record<K, number>> {
  return each(keys, weight).filter((drawn) => Object.values(drawn).some((one) => one !== 0));
}

/** A table with the keys of another. */
function each<K extends string, V>(
  keys: Readonly<Record<K, unknown>>,
  value: fc.Arbitrary<V>,
): fc.Arbitrary<Record<K, V>> {
  return fc.record(
    Object.fromEntries(Object.keys(keys).map((key) => [key, value])) as Record<K, typeof value>,
  ) as fc.Arbitrary<Record<K, V>>;
}
