import { describe, expect, it } from 'vitest';
import { drawsOf } from '../../draw/draw.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import type { ClockFault } from '../../scenario/faults/node-fault.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';
import { MS } from '../values.ts';
import { drawHandoverClocks } from './handover-clocks.ts';

const CLUSTER = { validators: ['v1', 'v2'], candidates: ['v3'], proxies: ['p1'] };
const CHANGE: CommitteeChange = {
  id: 'change',
  moment: { kind: 'time', at: 0n },
  members: ['v3'],
  keys: 'fresh',
  operators: 'own',
  deliver: undefined,
};

function drawn(space: Partial<typeof DEFAULT_SPACE> = {}, changes = [CHANGE]) {
  return Array.from({ length: 400 }, (_, seed) =>
    drawHandoverClocks({ ...DEFAULT_SPACE, ...space }, CLUSTER, changes, drawsOf(BigInt(seed))),
  ).filter((faults) => faults.length > 0) as readonly (readonly ClockFault[])[];
}

describe('clocks that are apart at a change of committee', () => {
  it('are those of some validators, with or without a seat, and now and then of proxies', () => {
    const runs = drawn();
    expect(runs.length).toBeGreaterThan(40);
    expect(runs.length).toBeLessThan(160);
    const nodes = new Set(runs.flat().map(({ node }) => node));
    expect(nodes).toEqual(new Set(['p1', 'v1', 'v2', 'v3']));
    expect(runs.some((faults) => faults.length === 1)).toBe(true);
    expect(runs.some((faults) => faults.length > 2)).toBe(true);
  });

  it('each are wrong by another span, at most half a minute, until the run heals', () => {
    for (const faults of drawn()) {
      expect(new Set(faults.map(({ node }) => node)).size).toBe(faults.length);
      for (const fault of faults) {
        expect(fault.kind).toBe('clock');
        expect(fault.for).toBeUndefined();
        expect(fault.offset).toBeGreaterThanOrEqual(-30_000n * MS);
        expect(fault.offset).toBeLessThanOrEqual(30_000n * MS);
      }
    }
    const offsets = drawn().filter((faults) => new Set(faults.map((each) => each.offset)).size > 1);
    expect(offsets.length).toBeGreaterThan(20);
  });

  it('are drawn only if the committee changes, and clocks may go wrong', () => {
    const none = { least: 0, greatest: 0 };
    expect(drawn({}, [])).toEqual([]);
    expect(drawn({ odds: 0 })).toEqual([]);
    expect(drawn({ faults: { ...DEFAULT_SPACE.faults, clock: none } })).toEqual([]);
  });
});
