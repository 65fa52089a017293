import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act, type Line } from '../arbitraries/plots/scene.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import { EXCEEDED_LIMITS } from '../scenario/byzantine/words.ts';
import { operationsIn } from '../scenario/steps/operations-in.ts';
import type { OperationStep } from '../scenario/steps/step.ts';
import { DEFAULT_SWARM } from '../scenario/swarm/swarm.ts';
import { exceeded } from './byzantine/exceeded.ts';
import { type Draw, drawsOf } from './draw.ts';
import { atLength } from './workload/at-length.ts';
import { withDecimals } from './workload/decimals.ts';

const payment = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
const token = { op: 'create-token', as: 'gold', name: 'gold', decimals: 0, amount: 1n } as const;
const creation: OperationStep = { ...token, mints: [] };

/** Draws something with many seeds; one seed always gives the same. */
function drawn<T>(of: (draw: Draw) => T, seeds: number): readonly T[] {
  const all: T[] = [];
  const seed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const property = fc.property(seed, (each) => {
    const one = of(drawsOf(each));
    expect(of(drawsOf(each))).toEqual(one);
    all.push(one);
  });
  fc.assert(property, { numRuns: seeds, seed: 1 });
  return all;
}

function operationsOf({ step }: Line): readonly OperationStep[] {
  return operationsIn(step);
}

it('has one payment of a run at times write many cells before, and leaves all else as it is', () => {
  const lines = [act('alice', creation), act('alice', payment), act('bob', payment)];
  const longest = drawn((draw) => atLength(lines, DEFAULT_SWARM, draw), 300).map((all) => {
    const changed = all.filter((line, index) => line !== lines[index]);
    expect(changed.length).toBeLessThanOrEqual(1);
    for (const line of changed) expect(operationsOf(line).at(-1)).toEqual(payment);
    return Math.max(...all.map((line) => operationsOf(line).length));
  });
  expect(new Set(longest)).toEqual(new Set([1, 19]));
});

it('gives all tokens of a run the same decimals at times', () => {
  const lines = [act('alice', payment, creation), act('bob', creation), act('bob', payment)];
  const counts = drawn((draw) => withDecimals(lines, draw), 300).map((all) => {
    const made = all.flatMap(operationsOf).filter((each) => each.op === 'create-token');
    expect(new Set(made.map(({ decimals }) => decimals)).size).toBe(1);
    expect(all[2]).toBe(lines[2]);
    return made[0]?.decimals;
  });
  expect(new Set(counts)).toEqual(new Set([0, 2, 18, 255]));
});

it('V1: exceeds each of the limits at times, among what no validator may sign', () => {
  const acts = [
    { id: 'nothing', act: 'inadmissible', kind: 'no-operation' },
    { id: 'liar', act: 'equivocate' },
  ];
  const party = { id: 'wrong', node: 'alice', acts } as unknown as ByzantineParty;
  const kinds = drawn((draw) => exceeded([party], draw), 300).map(([only]) => {
    const [first, ...rest] = only?.acts ?? [];
    expect([first, rest.at(-1)]).toEqual(acts);
    const [beside] = rest;
    return beside?.act === 'inadmissible' && rest.length === 2 ? beside.kind : undefined;
  });
  expect(new Set(kinds)).toEqual(new Set([undefined, ...EXCEEDED_LIMITS]));
});
