import { drawScenario, loadScenario, printScenario, runScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { scenarioOf } from './scenario-documents.ts';

/** How many seeds are tried. */
const SEEDS = Number(process.env['QUORATE_ROUND_TRIP_SEEDS'] ?? 40);

const ANYTHING = scenarioOf({
  cluster: {
    validators: 4,
    proxies: 2,
    clients: { alice: { balance: 1000 }, bob: { balance: 100, proxy: 'p2' }, carol: {} },
  },
  workload: [],
  swarm: { steps: [1, 4] },
});

it(`runs what was frozen exactly as what was drawn, for ${SEEDS} seeds`, {
  timeout: 1_800_000,
}, () => {
  // A run is the same in every crypto mode; this is the fastest.
  const options = { crypto: 'stub', watching: { oracles: false } } as const;
  const drifted: number[] = [];
  const traces = new Set<string>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const drawn = drawScenario(ANYTHING, BigInt(seed));
    const frozen = loadScenario(printScenario(drawn), `seed ${seed}`);
    const first = runScenario(ANYTHING, { ...options, seed: BigInt(seed) });
    const second = runScenario(frozen, options);
    traces.add(first.traceHash);
    if (first.traceHash !== second.traceHash || first.drawHash !== second.drawHash) {
      drifted.push(seed);
    }
  }
  expect(drifted).toEqual([]);
  expect(traces.size).toBe(SEEDS);
});
