import { loadScenario, recordRun } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { outcomePairs } from './outcomes.ts';

function paying(...amounts: readonly number[]) {
  const steps = amounts.map((amount) => `{op: pay, to: bob, amount: ${amount}}`);
  const text = `{version: 1, name: paying, cluster: {validators: 4, clients: {alice: {balance: 9}, bob: {}}},
    workload: [{id: w, client: alice, steps: [${steps.join(', ')}]}]}`;
  return recordRun(loadScenario(text, 'paying.yaml'), { crypto: 'stub' }).result;
}

it('lists what ended differently first, and the same thing tried twice as two', () => {
  expect(outcomePairs(paying(1, 1, 2), paying(1, 1, 3))).toEqual([
    { what: 'alice pays bob 2', own: 'final' },
    { what: 'alice pays bob 3', other: 'final' },
    { what: 'alice pays bob 1', own: 'final', other: 'final' },
    { what: 'alice pays bob 1 (2)', own: 'final', other: 'final' },
  ]);
});
