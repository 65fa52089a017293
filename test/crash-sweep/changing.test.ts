import { describe, expect, it } from 'vitest';
import { POWER_CUT } from './boundaries.ts';
import { SWEEP_TIMEOUT, sweepNode, sweepNodes } from './sweep.ts';

describe('a crash at every effect of a handover', { timeout: SWEEP_TIMEOUT }, () => {
  it('C4 to C6 breaks nothing, and the change ends', () => {
    const swept = sweepNodes('changing', 'each', (base, node) =>
      sweepNode(base, node, { places: 'unlike', troubles: () => [POWER_CUT] }),
    );
    expect(swept.failures).toEqual([]);
    const kinds = new Set(swept.boundaries.map(({ kind }) => kind));
    for (const kind of ['AnnounceChange', 'GetSnapshot', 'Response']) expect(kinds).toContain(kind);
    expect(swept.runs).toBeGreaterThan(250);
  });

  it('C4 breaks nothing when a payment settles after the freeze: no crash loses its push', () => {
    const swept = sweepNodes('late', 'unlike', (base, node) =>
      sweepNode(base, node, { places: 'unlike', troubles: () => [POWER_CUT] }),
    );
    expect(swept.failures).toEqual([]);
    expect(swept.runs).toBeGreaterThan(100);
  });
});
