import { VALIDATOR_RULES } from '@quorate/core';
import { DEFAULT_SPACE, generateScenario, runScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { runForCause, runTask } from './outcome.ts';
import { createSearch } from './search.ts';
import { searchAlone } from './search-alone.ts';

const means = { crypto: 'stub' } as const;
const options = {
  space: DEFAULT_SPACE,
  strategy: { kind: 'random' },
  firstSeed: 3n,
  runs: 40,
} as const;

it('gives the same result as when others run its tasks', () => {
  const few = { ...options, runs: 12 };
  const search = createSearch(few);
  for (let tasks = search.next(); tasks.length > 0; tasks = search.next()) {
    search.take(tasks.map((task) => runTask(task, DEFAULT_SPACE, means)));
  }
  const { shapes, ...expected } = search.report();
  const { shapes: own, ...report } = searchAlone({ ...few, means });
  expect(report).toEqual(expected);
  expect(own.size()).toBe(shapes.size());
  expect(own.size()).toBeGreaterThan(50);
});

it('finds validators that check no nonce, and stops at the first failure', () => {
  const submission = { ...VALIDATOR_RULES.submission, V5: () => undefined };
  const wrong = { ...VALIDATOR_RULES, submission };
  const report = searchAlone({ ...options, causes: 1, means: { ...means, validatorRules: wrong } });
  expect(report.findings).toHaveLength(1);
  const [finding] = report.findings;
  expect(finding?.first.index).toBe(report.runs - 1);
  if (finding === undefined) return;
  // The finding has the trace hash of the whole run, though the search keeps no trace.
  const { traceHash } = runScenario(finding.scenario, { ...means, validatorRules: wrong });
  expect(finding.first.traceHash).toBe(traceHash);
});

it('counts a run in which the simulator itself throws as a failure', () => {
  const broken = { ...generateScenario(DEFAULT_SPACE, 1n), workload: undefined } as never;
  const { cause, result } = runForCause(broken, means);
  expect(result).toBeUndefined();
  expect(cause).toMatch(/^threw: /);
});

it('stops when it may not go on', () => {
  let left = 3;
  const mayGoOn = () => {
    left -= 1;
    return left >= 0;
  };
  expect(searchAlone({ ...options, means, mayGoOn }).runs).toBe(3);
});
