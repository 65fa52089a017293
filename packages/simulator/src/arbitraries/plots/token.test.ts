import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import type { Scene } from './scene.ts';
import { tokenPlot } from './token.ts';

const cast = ['alice', 'bob', 'carol'].map((name) => ({ name, balance: 10n, proxy: 'p1' }));
const [lead] = cast;
const goods = { tokens: [], terms: [], jobs: [] };
const cluster = { clients: cast, accounts: [] };
const scene = { cluster, cast, lead, goods, swarm: DEFAULT_SWARM } as never as Scene;

it('has a new admin of a token update it, at times twice at once', () => {
  const plots = fc.sample(tokenPlot, { numRuns: 300, seed: 1 }).map((plot) => plot(scene));
  const counts = plots.flatMap((lines) =>
    lines.flatMap(({ client, step }) => {
      if (step.op !== 'transaction' || client === lead?.name) return [];
      const updates = step.operations.filter(({ op }) => op === 'manage-token');
      return updates.length === 0 ? [] : [updates.length];
    }),
  );
  expect(new Set(counts)).toEqual(new Set([1, 2]));
  const twice = counts.filter((count) => count === 2).length;
  expect(twice).toBeGreaterThan(counts.length * 0.1);
  expect(twice).toBeLessThan(counts.length * 0.5);
});

it('has a client that was paid in a token, and did not create it, burn it at times', () => {
  const plots = fc.sample(tokenPlot, { numRuns: 300, seed: 2 }).map((plot) => plot(scene));
  const burnt = plots.filter((lines) =>
    lines.some(
      ({ client, step }, index) =>
        client !== lead?.name &&
        step.op === 'transaction' &&
        step.operations[0]?.op === 'burn' &&
        lines[index - 1]?.step.op === 'wait',
    ),
  );
  expect(burnt.length).toBeGreaterThan(plots.length * 0.05);
});
