import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { NODES_DO_NOT_BREAK } from '../expected-verdict.ts';
import { recordRun } from '../recording/record-run.ts';
import { excessIn } from './excess.ts';

const shrinks = {
  clients: { alice: { balance: 100 }, bob: {} },
  steps: { alice: [{ op: 'wait', for: '5 s' }, pay('bob', 1)] },
  changes: [{ id: 'shrink', at: '1 s', members: ['v1', 'v2', 'v3'] }],
};
const withholds = { id: 'no', act: 'withhold', kinds: ['sign'] };
const byzantine = [{ id: 'b', node: 'v3', acts: [withholds] }];

describe('what is said of a run with more than f faulty validators', () => {
  it('names the change that leaves no room for a liar (C1)', () => {
    const { result, excess } = recordRun(scenarioOf({ ...shrinks, byzantine }));
    expect(result.verdict).toBe('liveness');
    expect(excess).toBe('1 of 3 validators is faulty after the change "shrink", and f is 0');
  });

  it.each([
    ['a liar that never lied', [{ id: 'shrink', kind: 'change', at: 1n }]],
    ['a change that never came', [{ id: 'no', kind: 'withhold', at: 1n }]],
  ])('is nothing of %s', (_, reports) => {
    const scenario = scenarioOf({ ...shrinks, byzantine });
    expect(excessIn(scenario, { faults: reports, oracles: [] })).toBeUndefined();
  });

  it.each([
    ['nothing where an invariant broke before the change', 0n, undefined],
    [
      'said where it broke after it',
      2n,
      '1 of 3 validators is faulty after the change "shrink", and f is 0',
    ],
  ])('is %s', (_, at, expected) => {
    const scenario = scenarioOf({ ...shrinks, byzantine });
    const faults = ['no', 'shrink'].map((id, index) => ({ id, kind: 'any', at: BigInt(index) }));
    const broken = { kind: 'safety', mustHold: '', at, message: '', facts: {} } as const;
    const oracles = ['no-creation', NODES_DO_NOT_BREAK].map((name) => ({
      name,
      checks: 1,
      violations: [{ ...broken, oracle: name, at: name === NODES_DO_NOT_BREAK ? 0n : at }],
    }));
    expect(excessIn(scenario, { faults, oracles })).toBe(expected);
  });

  it('counts those who forget beside those who lie, in the first committee too', () => {
    const faults = [{ id: 'f', kind: 'amnesia', node: 'v2', at: '5 s', age: '1 s' }];
    const scenario = scenarioOf({ ...shrinks, changes: [], byzantine, faults });
    const reports = ['no', 'f'].map((id) => ({ id, kind: 'any', at: 1n }));
    expect(excessIn(scenario, { faults: reports, oracles: [] })).toBe(
      '2 of 4 validators are faulty, and f is 1',
    );
  });
});
