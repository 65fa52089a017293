import { describe, expect, it } from 'vitest';
import { MS } from '../arbitraries/values.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { drawScenario } from './draw-scenario.ts';

const file = {
  version: 1,
  name: 'uneven',
  cluster: { validators: 4, proxies: 2, clients: { alice: { balance: 100 }, bob: {} } },
  network: { links: [{ from: 'alice', to: 'p1', delay: { dist: 'const', mean: '7 ms' } }] },
  workload: [],
  swarm: { odds: 1 },
};
const base = loadScenario(JSON.stringify(file), 'uneven');
const networks = Array.from({ length: 300 }, (_, seed) => drawScenario(base, BigInt(seed)).network);
const uneven = networks.filter(({ links }) => links.length > 1);

describe('links that are nearer or farther than others', () => {
  it('are drawn in some runs, of validators with everybody or with one proxy, one way or both', () => {
    expect(uneven.length).toBeGreaterThan(60);
    expect(uneven.length).toBeLessThan(200);
    const ends = uneven.map(({ links }) => links.slice(1).map(({ from, to }) => [from, to]));
    const whom = new Set(ends.flat(2).flat());
    expect(whom).toEqual(new Set(['*', 'p1', 'p2', 'v1', 'v2', 'v3', 'v4']));
    expect(new Set(ends.map(({ length }) => length))).toEqual(new Set([1, 2]));
    for (const [there, back] of ends) {
      if (back !== undefined) expect(back).toEqual(there?.toReversed());
    }
  });

  it('differ from the other links in their delay alone', () => {
    for (const { default: usual, links } of uneven) {
      for (const { from, to, delay, ...others } of links.slice(1)) {
        expect({ ...others, delay: usual.delay }).toEqual(usual);
        expect(delay).not.toEqual(usual.delay);
      }
    }
  });

  it('leave the links that the scenario states as they are, and first', () => {
    for (const { links } of networks) {
      expect(links[0]).toMatchObject({ from: ['alice'], to: ['p1'] });
      expect(links[0]?.delay).toEqual({ kind: 'const', mean: 7n * MS });
    }
  });
});
