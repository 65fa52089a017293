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

/** Mallory spends twice after alice has paid twice, unless v2 loses what mallory sends. */
const LATE = loadScenario(
  `version: 1
name: late
cluster: { validators: 4, clients: { alice: { balance: 9 }, bob: {}, mallory: { balance: 100 } } }
network:
  default: { delay: { dist: const, mean: 10 ms } }
  links: [{ from: mallory, to: v2, drop: 0.8 }]
workload:
  - id: pays
    client: alice
    steps: [{ op: pay, to: bob, amount: 1 }, { op: pay, to: bob, amount: 1 }]
byzantine:
  - { id: one, node: v3, acts: [{ id: signs, act: collude, with: mallory }] }
  - { id: other, node: v4, acts: [{ id: signs-too, act: collude, with: mallory }] }
  - id: spender
    node: mallory
    acts:
      - id: spend-twice
        act: equivocate
        at: 5 s
        rivals:
          - { to: alice, amount: 100, validators: [v1, v3, v4], deliver: [v1] }
          - { to: bob, amount: 100, validators: [v2, v3, v4], deliver: [v2] }
`,
  'late.yaml',
);

it('looks ever closer between two points, until a single event makes the difference', async () => {
  const seed = 5n;
  const recorded = recordRun(LATE, { seed, crypto: 'stub' });
  const [violation] = firstViolations(recorded);
  if (violation?.event === undefined) throw new Error('mallory has spent twice');
  const looked: string[] = [];
  const { points, rise, isWhole } = await traceBlame(violation, {
    ...{ scenario: LATE, recorded, crypto: 'stub', branches: 6 },
    interrupt: new AbortController().signal,
    say: (line) => looked.push(line),
  });
  const events = points.map(({ event }) => event);
  expect([events[0], events.at(-1), isWhole]).toEqual([0, violation.event, true]);
  expect(events).toEqual([...new Set(events)].toSorted((one, other) => one - other));
  expect(looked.length).toBe(6 * events.length);
  // The first points are several events apart.
  expect(violation.event).toBeGreaterThan(48);
  expect(events.length).toBeGreaterThan(17);
  expect(rise?.to).toMatchObject({ event: (rise?.from.event ?? 0) + 1, share: 1 });
  expect(rise?.to.at).toBeGreaterThanOrEqual(5_000_000_000n);
});
