import { describe, expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { drawsOf } from '../draw.ts';
import { outdated } from './outdated.ts';

const CAST = ['alice', 'bob'].map((name) => ({ name, balance: 100n, proxy: 'p1' }));
const PRUNE = { olderThanNanos: 0n, keepPerAccount: 1n, archives: ['v1'] };
const BEFORE = [act('bob', { op: 'burn', token: undefined, amount: 1n })];

function drawn(prune: typeof PRUNE | undefined, weights: { pay?: number; read?: number } = {}) {
  const operations = { ...DEFAULT_SPACE.operations, ...weights };
  const given = { cast: CAST, swarm: { operations }, cluster: { prune } };
  return Array.from({ length: 100 }, (_, seed) => outdated(BEFORE, given, drawsOf(BigInt(seed))));
}

describe('outdated', () => {
  it('at times has one client pay twice or more, and its oldest certificates be looked up', () => {
    const longer = drawn(PRUNE).filter((lines) => lines.length > BEFORE.length);
    expect(longer.length).toBeGreaterThan(30);
    const read = new Set<string>();
    for (const lines of longer) {
      expect(lines[0]).toBe(BEFORE[0]);
      const added = lines.slice(1);
      const paying = added.filter(({ step }) => step.op === 'transaction');
      expect(paying.length).toBeGreaterThanOrEqual(2);
      expect(new Set(paying.map(({ client }) => client))).toEqual(new Set(['alice']));
      for (const { client, step } of added) {
        if (step.op !== 'read') continue;
        read.add(`${client} ${step.of} ${step.certificates} ${step.limit ?? 'all'}`);
      }
    }
    expect(read).toContain('alice alice 0 1');
    expect(read).toContain('bob alice 0 all');
  });

  it('changes nothing if nobody prunes or clients do not pay, and reads nothing if none read', () => {
    const same = new Set(BEFORE);
    expect(new Set(drawn(undefined).flat())).toEqual(same);
    expect(new Set(drawn(PRUNE, { pay: 0 }).flat())).toEqual(same);
    const steps = drawn(PRUNE, { read: 0 }).flat();
    expect(steps.filter(({ step }) => step.op === 'read')).toEqual([]);
  });
});
