import { loadScenario, printScenario, recordRun, runScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { findNearest, recordNeighbour, scenarioOf } from './nearest.ts';

const text = `{version: 1, name: lucky, cluster: {validators: 2, clients: {alice: {balance: 9}, bob: {}}},
  workload: [{id: w, client: alice, steps: [{op: pay, to: bob, amount: 1}]}],
  swarm: {profile: none}}`;

it('gives every neighbour as a scenario of its own with the same run, other luck and all', () => {
  const scenario = loadScenario(text, 'lucky.yaml');
  const neighbours = [
    { scenario, seed: 5n, how: 'with seed 0x5' },
    { scenario, seed: 5n, reseed: { events: 4, seed: 6n }, how: 'with other luck after event 4' },
  ];
  const hashes = neighbours.map((neighbour) => {
    const { traceHash } = recordNeighbour(neighbour, { crypto: 'stub' }).result;
    const written = loadScenario(printScenario(scenarioOf(neighbour)), 'written.yaml');
    expect(written.swarm).toBeUndefined();
    expect(runScenario(written, { crypto: 'stub' }).traceHash).toBe(traceHash);
    return traceHash;
  });
  expect(new Set(hashes).size).toBe(2);
});

it('tries other luck only before the scenario itself has other draws count: a file can say that once', async () => {
  const events = 6;
  const failing = `${text.slice(0, -1)}, reseed: {events: ${events}, seed: 9}, expect: {certificates: 7}}`;
  const scenario = loadScenario(failing, 'failing.yaml');
  const said: string[] = [];
  await findNearest({
    ...{ scenario, recorded: recordRun(scenario, { crypto: 'stub' }) },
    ...{ interrupt: new AbortController().signal, say: (line: string) => void said.push(line) },
  });
  const points = said.flatMap((line) => /after event (\d+)$/.exec(line)?.[1] ?? []).map(Number);
  expect(Math.max(...points)).toBe(events - 1);
});
