import { openCrypto } from '@quorate/crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawnMachines, stateOf } from '../../../test/drawn-machines.ts';
import { everyOrderOf, everyStand } from '../../../test/every-order.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { buildCluster } from '../cluster.ts';
import { createGround, survey } from '../survey.ts';
import type { Local, Machine, Taken } from './machine.ts';

const nobody = buildCluster(scenarioOf({ validators: 1, clients: { alice: {} }, steps: {} }), {
  crypto: openCrypto('memo'),
});
/** Cases with more states than this are left to the benchmarks. */
const MOST = 400;
const LIMITS = { states: 100_000, depth: 1_000, mayGoOn: () => true };

const one = fc.nat({ max: 1 });
const anyBudgets = fc.record({ drops: one, duplicates: one, crashes: one, timeouts: one });

/** Where a node breaks: in one of its states, when something happens to it. */
interface Bug {
  readonly node: string;
  readonly state: number;
  readonly when: 'hear' | 'fire' | 'crash';
}

const anyBug: fc.Arbitrary<Bug> = fc.record({
  node: fc.constantFrom('v1', 'v2', 'alice'),
  state: fc.nat({ max: 2 }),
  when: fc.constantFrom('hear', 'hear', 'fire', 'crash'),
});

function withBug(machine: Machine, { node, state, when }: Bug): Machine {
  if (machine.name !== node) return machine;
  const breaking =
    <Given extends readonly unknown[]>(deed: (local: Local, ...given: Given) => Taken) =>
    (local: Local, ...given: Given): Taken =>
      stateOf(local) === state
        ? { local, sent: [], observed: [], effects: 0, failure: { thrown: undefined } }
        : deed(local, ...given);
  const deed = machine[when];
  return deed === undefined ? machine : { ...machine, [when]: breaking<never>(deed) };
}

it('there is no shorter way to a node that breaks than the one that is found, and none where none is found', () => {
  const counts = { broken: 0, whole: 0 };
  const property = fc.property(drawnMachines(), anyBudgets, anyBug, (drawn, budgets, bug) => {
    const machines = drawn.map((machine) => withBug(machine, bug));
    const cluster = { ...nobody, machines, isCorrect: () => true };
    const ground = createGround(cluster, { budgets, limits: LIMITS });
    const { marksOf } = ground.given;
    const { isCorrect } = cluster;
    const every = everyStand(everyOrderOf({ machines, isCorrect, marksOf, budgets }), MOST);
    if (every === undefined) return;
    const [breach] = every.stands.filter(({ stand }) => stand.marks.size > 0);
    expect(survey(cluster, ground).found.breach?.length).toBe(breach?.depth);
    counts[breach === undefined ? 'whole' : 'broken'] += 1;
  });
  fc.assert(property, { numRuns: 200 });
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});
