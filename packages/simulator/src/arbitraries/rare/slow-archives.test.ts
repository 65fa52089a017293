import { describe, expect, it } from 'vitest';
import { drawsOf } from '../../draw/draw.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';
import { MS } from '../values.ts';
import { drawSlowArchives } from './slow-archives.ts';

const ARCHIVES = ['v1', 'v2'];
const HORIZON = 3_000n * MS;

function drawn(space: Partial<typeof DEFAULT_SPACE> = {}, archives = ARCHIVES): readonly Fault[] {
  return Array.from({ length: 200 }, (_, seed) =>
    drawSlowArchives(
      { ...DEFAULT_SPACE, ...space },
      { archives, horizon: HORIZON },
      drawsOf(BigInt(seed)),
    ),
  ).flat();
}

const kindsOf = (faults: readonly Fault[]) => new Set(faults.map(({ kind }) => kind));

describe('slow archives', () => {
  it('are slow, stand still or are cut off, all or some of them, for a while', () => {
    const faults = drawn();
    expect(kindsOf(faults)).toEqual(new Set(['clog', 'cut', 'pause', 'slow']));
    const nodes = faults.map((fault) =>
      'node' in fault ? [fault.node] : 'from' in fault ? fault.from : [],
    );
    expect(new Set(nodes.map((names) => names.join()))).toEqual(new Set(['v1', 'v1,v2', 'v2']));
    for (const fault of faults) {
      expect('for' in fault && fault.for).toBeGreaterThan(0n);
      const { moment } = fault;
      expect(moment.kind === 'time' && moment.at).toBeLessThanOrEqual(HORIZON);
    }
  });

  it('suffer nothing that the space leaves out, and only where there are archives', () => {
    const none = { least: 0, greatest: 0 };
    const { faults } = DEFAULT_SPACE;
    const cut = drawn({ faults: { ...faults, slow: none, pause: none, clog: none } });
    expect(kindsOf(cut)).toEqual(new Set(['cut']));
    const all = { ...faults, slow: none, pause: none, clog: none, cut: none };
    expect(drawn({ faults: all })).toEqual([]);
    expect(drawn({ odds: 0 })).toEqual([]);
    expect(drawn({}, [])).toEqual([]);
  });
});
