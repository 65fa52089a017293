import { describe, expect, it } from 'vitest';
import { runScenario } from '../../run-scenario.ts';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';

const WATCHED = {
  crypto: 'stub',
  watching: { shapes: true, trace: false, digest: false },
} as const;

/** Three of these runs are without archives: one run in a hundred is. */
const SEEDS = Array.from({ length: 26 }, (_, index) => BigInt(355 + index));

describe('withoutArchives', () => {
  it('has clients hear that what they ask for was pruned (P7), and nobody is left behind', () => {
    const bare = SEEDS.map((seed) => generateScenario(DEFAULT_SPACE, seed)).filter(
      ({ cluster }) => cluster.prune !== undefined && cluster.prune.archives.length === 0,
    );
    expect(bare.length).toBeGreaterThan(0);
    for (const { cluster, changes, byzantine } of bare) {
      expect([cluster.proxies.length, changes.length]).toEqual([1, 0]);
      expect(byzantine.filter(({ node }) => !cluster.validators.includes(node))).toEqual([]);
    }
    const results = bare.map((scenario) => runScenario(scenario, WATCHED));
    expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ name }) => name)).toEqual([]);
    const shapes = results.flatMap((result) => result.shapes);
    expect(shapes).toContain('refused CertificatePruned (P7)');
  });
});
