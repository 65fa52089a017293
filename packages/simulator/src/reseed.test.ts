import { expect, it } from 'vitest';
import { pay, scenarioOf } from '../test/scenarios.ts';
import { recordRun } from './recording/record-run.ts';
import { runScenario } from './run-scenario.ts';
import { printScenario } from './scenario/print/print-scenario.ts';
import { loadScenario } from './scenario/read/load.ts';

const withDelay = (delay: object) =>
  scenarioOf({
    clients: { alice: { balance: 5 }, bob: {} },
    steps: { alice: [pay('bob', 1), pay('bob', 1)] },
    network: { default: { delay }, schedule: 'fifo' },
  });
const lucky = withDelay({ dist: 'exp', mean: '10 ms' });

it('keeps a run the same up to the event after which other random choices begin, and no further', () => {
  const own = recordRun(lucky, { seed: 1n });
  const half = Math.floor(own.result.events / 2);
  const other = recordRun(lucky, { seed: 1n, reseed: { events: half, seed: 2n } });
  const before = (run: typeof own) => run.events.filter(({ event }) => event <= half);
  expect(before(own).length).toBeGreaterThan(3);
  expect(before(other)).toEqual(before(own));
  expect(other.events).not.toEqual(own.events);
  expect(recordRun(lucky, { seed: 1n, reseed: { events: half, seed: 2n } })).toEqual(other);
  expect(recordRun(lucky, { seed: 1n, reseed: { events: half, seed: 3n } })).not.toEqual(other);
});

it('changes nothing where other random choices would begin after the end, or there are none', () => {
  const own = runScenario(lucky, { seed: 1n });
  const late = { events: own.events, seed: 2n };
  expect(runScenario(lucky, { seed: 1n, reseed: late })).toEqual(own);
  const fixed = withDelay({ dist: 'const', mean: '10 ms' });
  const { traceHash } = runScenario(fixed, { seed: 1n });
  const reseeded = runScenario(fixed, { seed: 1n, reseed: { events: 3, seed: 2n } });
  expect(reseeded.traceHash).toBe(traceHash);
});

it('goes on with other random choices where the scenario says, unless an option says otherwise', () => {
  const half = Math.floor(recordRun(lucky, { seed: 1n }).result.events / 2);
  const reseed = { events: half, seed: 2n };
  const stated = { ...lucky, seed: 1n, reseed };
  const { traceHash } = runScenario(lucky, { seed: 1n, reseed });
  expect(runScenario(stated).traceHash).toBe(traceHash);
  expect(runScenario(loadScenario(printScenario(stated), 'stated')).traceHash).toBe(traceHash);
  const other = { events: half, seed: 3n };
  const { traceHash: otherwise } = runScenario(lucky, { seed: 1n, reseed: other });
  expect(otherwise).not.toBe(traceHash);
  expect(runScenario(stated, { reseed: other }).traceHash).toBe(otherwise);
});

it('says whether the run came to where other random choices begin', () => {
  const own = runScenario(lucky, { seed: 1n });
  expect(own.reseeded).toBeUndefined();
  for (let late = 0; late <= own.events + 1; late += 1) {
    const reseed = { events: late, seed: 2n };
    const { drawHash, reseeded } = runScenario({ ...lucky, seed: 1n, reseed });
    if (drawHash !== own.drawHash) expect(reseeded).toBe(true);
    if (late >= own.events) expect(reseeded).toBe(false);
  }
});

it('holds to what the scenario says until an option says otherwise', () => {
  const { events } = recordRun(lucky, { seed: 1n }).result;
  const [early, late] = [Math.floor(events / 4), Math.floor(events / 2)];
  const stated = { ...lucky, seed: 1n, reseed: { events: early, seed: 2n } };
  const before = (run: ReturnType<typeof recordRun>) =>
    run.events.filter(({ event }) => event <= late);
  const own = recordRun(stated);
  const other = recordRun(stated, { reseed: { events: late, seed: 3n } });
  expect(before(other)).toEqual(before(own));
  expect(other.events).not.toEqual(own.events);
  const earlier = { events: early - 1, seed: 3n };
  const { traceHash } = runScenario(lucky, { seed: 1n, reseed: earlier });
  expect(runScenario(stated, { reseed: earlier }).traceHash).toBe(traceHash);
});
