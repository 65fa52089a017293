import { describe, expect, it } from 'vitest';
import { runScenario } from '../../run-scenario.ts';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';

/** More than fit a page of a snapshot. */
const CROWD = 65;

const SPACE = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 2 } };

const SCENARIOS = Array.from({ length: 400 }, (_, seed) => generateScenario(SPACE, BigInt(seed)));

const CROWDED = SCENARIOS.filter(({ cluster }) => cluster.clients.length >= CROWD);

describe('a crowd', () => {
  it('comes to few of the runs whose committee changes, and to no others', () => {
    expect(CROWDED.length).toBeGreaterThan(2);
    expect(CROWDED.length).toBeLessThan(20);
    for (let seed = 0n; seed < 400n; seed += 1n) {
      const none = { ...DEFAULT_SPACE, changes: { least: 0, greatest: 0 } };
      expect(generateScenario(none, seed).cluster.clients.length).toBeLessThan(CROWD);
    }
  });

  it('pays, each once, and is served like anybody', () => {
    const [scenario] = CROWDED;
    if (scenario === undefined) throw new Error('there is one');
    const { operations, verdict } = runScenario(scenario, { crypto: 'stub' });
    const paid = operations.filter(({ client }) => client.startsWith('payer'));
    expect(paid.length).toBeGreaterThanOrEqual(CROWD);
    expect(paid.every(({ outcome }) => outcome === 'final')).toBe(true);
    expect(verdict).toBe('pass');
  });
});
