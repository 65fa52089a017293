import { loadScenario, type RecordedRun, recordRun } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { firstViolations, traceBlame } from './trace-blame.ts';

function runOf(expectedVerdict: string): RecordedRun {
  const oracles = [
    { name: 'unique-certificate', violations: [{ oracle: 'unique-certificate', event: 7 }] },
    { name: 'nodes-do-not-break', violations: [{ oracle: 'nodes-do-not-break', event: 5 }] },
  ];
  return { result: { expectedVerdict, oracles } } as unknown as RecordedRun;
}

it('blames what failed: in a run that excuses all but a broken node, no violation before that', () => {
  const oracles = (expected: string) =>
    firstViolations(runOf(expected)).map(({ oracle }) => oracle);
  expect(oracles('pass')).toEqual(['nodes-do-not-break', 'unique-certificate']);
  expect(oracles('any')).toEqual(['nodes-do-not-break']);
});

it('gives the points that it has examined by the time of Ctrl-C, and says that they are not all', async () => {
  const cluster = { validators: 1, clients: { alice: {}, bob: {} } };
  const workload = [{ id: 'pays', client: 'alice', steps: [{ op: 'pay', to: 'bob', amount: 1 }] }];
  const document = { version: 1, name: 'x', cluster, workload };
  const scenario = loadScenario(JSON.stringify(document), 'x');
  const controller = new AbortController();
  const violation = {
    oracle: 'convergence',
    kind: 'safety',
    mustHold: '',
    at: 0n,
    message: '',
    facts: {},
  } as const;
  const blame = await traceBlame(violation, {
    scenario,
    recorded: recordRun(scenario),
    crypto: 'stub',
    branches: 1,
    interrupt: controller.signal,
    say: (line) => {
      if (!line.includes('after event 0')) controller.abort();
    },
  });
  // The current run is the only one of its point, and counts.
  expect([blame.isWhole, blame.points.map(({ event }) => event)]).toEqual([false, [0, 1]]);
});
