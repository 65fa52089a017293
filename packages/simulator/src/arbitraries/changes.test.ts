import { faultyMax } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reductionsAlong } from '../reduce/reductions.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { everyValidator, plannedCommittees } from '../scenario/cluster/committees.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { Moment } from '../scenario/faults/moment.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE } from './scenario-space.ts';

const SPACE = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 2 } };
const anyChanging = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((seed) => generateScenario(SPACE, seed));

/** Tells by how many faulty members the worst committee exceeds f. */
function excessIn(scenario: Scenario): number {
  const faulty = new Set([...byzantineNodes(scenario), ...amnesiacNodes(scenario)]);
  const excesses = plannedCommittees(scenario).map(
    (members) => members.filter((name) => faulty.has(name)).length - faultyMax(members.length),
  );
  return Math.max(...excesses);
}

/**
 * Tells whether two successive committees have this many liars each; f each if that is undefined.
 */
function hasLiarsInTwo(scenario: Scenario, count: number | undefined): boolean {
  const liars = byzantineNodes(scenario);
  const committees = plannedCommittees(scenario).map((members) => ({
    needed: count ?? faultyMax(members.length),
    lying: members.filter((name) => liars.has(name)).length,
  }));
  const isFull = ({ needed, lying }: (typeof committees)[number]) => needed > 0 && lying >= needed;
  return committees.some((each, index) => {
    const next = committees[index + 1];
    return next !== undefined && isFull(each) && isFull(next);
  });
}

/** Tells whether something is placed at a point of the protocol, at one of these nodes if any are given. */
function isPlaced(
  placed: readonly { readonly moment: Moment }[],
  after: string,
  nodes?: readonly string[],
): boolean {
  return placed.some(
    ({ moment }) =>
      moment.kind === 'trigger' &&
      moment.after === after &&
      (nodes === undefined || nodes.includes(moment.node)),
  );
}

describe('generated changes of committee', () => {
  it('are in every scenario where at least one is asked for, of validators that there are', () => {
    fc.assert(
      fc.property(anyChanging, (scenario) => {
        const { changes, cluster } = scenario;
        expect(changes.length).toBeGreaterThanOrEqual(1);
        for (const { members } of changes) {
          expect(members.length).toBeLessThanOrEqual(SPACE.validators.greatest);
          expect(everyValidator(cluster)).toEqual(expect.arrayContaining([...members]));
        }
        expect(loadScenario(printScenario(scenario), 'drawn')).toEqual(scenario);
      }),
    );
  });

  it('are placed, as faults are, between the freeze and the merge of the change before', () => {
    const all = Array.from({ length: 200 }, (_, seed) => generateScenario(SPACE, BigInt(seed)));
    for (const kind of ['changes', 'faults'] as const) {
      for (const after of ['frozen', 'merged']) {
        expect(all.filter((each) => isPlaced(each[kind], after)).length).toBeGreaterThan(5);
      }
    }
  });

  it('let faults strike when a validator signs that began without a seat', () => {
    const all = Array.from({ length: 200 }, (_, seed) => generateScenario(SPACE, BigInt(seed)));
    const struck = all.filter(({ cluster: { candidates }, faults }) =>
      isPlaced(faults, 'signed', candidates),
    );
    expect(struck.length).toBeGreaterThan(2);
  });

  it('leave at most f faulty members in every committee', () => {
    fc.assert(
      fc.property(anyChanging, (scenario) => {
        expect(excessIn(scenario)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('have liars in the old and in the next committee, at times as many as both can bear', () => {
    const all = Array.from({ length: 200 }, (_, seed) => generateScenario(SPACE, BigInt(seed)));
    expect(all.filter((each) => hasLiarsInTwo(each, 1)).length).toBeGreaterThan(15);
    expect(all.filter((each) => hasLiarsInTwo(each, undefined)).length).toBeGreaterThan(15);
  });

  it('go through 1, 4, 7, 10, 4 and 1 members at times, where five are asked for', () => {
    const space = { ...DEFAULT_SPACE, changes: { least: 5, greatest: 5 } };
    const chains = Array.from({ length: 100 }, (_, seed) =>
      plannedCommittees(generateScenario(space, BigInt(seed))).map(({ length }) => length),
    );
    expect(chains).toContainEqual([1, 4, 7, 10, 4, 1]);
    expect(chains.filter((sizes) => sizes[2] === 7).length).toBeLessThan(50);
  });

  it('are in some scenarios, and not in most, where nothing is asked for', () => {
    const count = Array.from({ length: 200 }, (_, seed) =>
      generateScenario(DEFAULT_SPACE, BigInt(seed)),
    ).filter(({ changes }) => changes.length > 0).length;
    expect(count).toBeGreaterThan(15);
    expect(count).toBeLessThan(100);
  });

  it('are left out by reductions, and the validators that only they need', () => {
    fc.assert(
      fc.property(anyChanging, (scenario) => {
        const smaller = [...reductionsAlong('changes', scenario)];
        const [least] = smaller;
        expect(least?.changes).toEqual([]);
        expect(least?.cluster.candidates).toEqual([]);
        for (const each of smaller) expect(excessIn(each)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 20 },
    );
  });
});
