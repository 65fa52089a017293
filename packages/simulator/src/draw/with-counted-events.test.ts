import { describe, expect, it } from 'vitest';
import { runScenario } from '../run-scenario.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { drawScenario } from './draw-scenario.ts';

/** Alice pays Bob, once or more often, under priorities. */
function paying({
  times = 1,
  ...schedule
}: Readonly<Record<string, unknown>> & { times?: number }) {
  const pay = { op: 'pay', to: 'bob', amount: 1 };
  const file = {
    version: 1,
    name: 'paying',
    cluster: { validators: 4, clients: { alice: { balance: 100 }, bob: {} } },
    network: { schedule: { kind: 'pct', window: '2 s', ...schedule } },
    workload: [{ id: 'pays', client: 'alice', steps: Array.from({ length: times }, () => pay) }],
  };
  return loadScenario(JSON.stringify(file), 'paying');
}

function eventsOf({ network: { schedule } }: Scenario): number | undefined {
  return typeof schedule === 'string' ? undefined : schedule.events;
}

describe('a schedule by priorities that leaves open among how many events they change', () => {
  it.each([1, 10])('has them change among all of its run: with %d payments', (times) => {
    for (const seed of [1n, 2n, 3n]) {
      const drawn = drawScenario(paying({ times }), seed);
      const steady = runScenario(paying({ times, depth: 1, events: 1 }), { seed, crypto: 'stub' });
      expect(eventsOf(drawn)).toBe(steady.events);
    }
  });

  it('is written out when it is drawn, and then runs as before', () => {
    const stated = paying({});
    const drawn = drawScenario(stated, 5n);
    const read = loadScenario(printScenario(drawn), 'drawn');
    expect(read).toEqual(drawn);
    expect(drawScenario(read)).toEqual(drawn);
    const { traceHash } = runScenario(stated, { seed: 5n, crypto: 'stub' });
    expect(runScenario(read, { crypto: 'stub' }).traceHash).toBe(traceHash);
  });

  it('keeps a number that the scenario states', () => {
    expect(eventsOf(drawScenario(paying({ events: 7 })))).toBe(7);
  });

  it('is counted where nothing can happen, too', () => {
    const idle = { ...paying({}), workload: [] };
    expect(eventsOf(drawScenario(idle))).toBe(1);
    expect(runScenario(idle, { crypto: 'stub' }).events).toBe(0);
  });
});
