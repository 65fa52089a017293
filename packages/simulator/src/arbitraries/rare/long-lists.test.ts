import { describe, expect, it } from 'vitest';
import { runScenario } from '../../run-scenario.ts';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';

const COUNT = 1_000;

const LISTED = Array.from({ length: COUNT }, (_, seed) =>
  generateScenario(DEFAULT_SPACE, BigInt(seed)),
).flatMap((scenario) => {
  const own = scenario.workload.find(({ client }) => client === 'heidi');
  return own === undefined ? [] : [{ scenario, own }];
});

const paying = ({ workload }: (typeof LISTED)[number]['scenario']) =>
  workload.filter(({ client }) => client.startsWith('donor')).length;

describe('a long list of credits', () => {
  it('comes in few runs, and always has more credits than a page holds', () => {
    expect(LISTED.length).toBeGreaterThan(COUNT * 0.005);
    expect(LISTED.length).toBeLessThan(COUNT * 0.03);
    for (const { scenario, own } of LISTED) {
      const [step] = own.steps;
      if (step?.op !== 'transaction') throw new Error('she mints and pays');
      const minted = step.operations.filter(({ op }) => op === 'mint').length;
      expect(step.operations).toHaveLength(minted + 1);
      expect(paying(scenario)).toBeGreaterThan(200 / (1 + minted));
    }
  });

  it('has the collector made a mint by creations in some runs, by updates in others', () => {
    const counts = LISTED.map(
      ({ scenario }) => scenario.workload.find(({ client }) => client === 'ivan')?.steps.length,
    );
    expect(new Set(counts)).toEqual(new Set([1, 2]));
  });

  it('does not come where nobody pays, has tokens or does several things at once', () => {
    for (const left of ['pay', 'token', 'batch']) {
      const operations = { ...DEFAULT_SPACE.operations, [left]: 0 };
      for (const { scenario } of LISTED) {
        const { cluster } = generateScenario({ ...DEFAULT_SPACE, operations }, scenario.seed);
        expect(cluster.clients.map(({ name }) => name)).not.toContain('heidi');
      }
    }
  });

  it('is read to its end by a proxy: who has all of it can spend all of it', () => {
    const short = LISTED.filter(({ scenario }) => paying(scenario) < 20).slice(0, 6);
    const ends = short.map(({ scenario }) => {
      const { verdict, operations } = runScenario(scenario, { crypto: 'stub' });
      expect(verdict).toBe('pass');
      return operations.flatMap(({ client, outcome }) => (client === 'heidi' ? [outcome] : []));
    });
    expect(ends.flat()).toContain('final');
  });
});
