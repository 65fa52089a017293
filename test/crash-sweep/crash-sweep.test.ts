import { describe, expect, it } from 'vitest';
import { lossesAt } from './boundaries.ts';
import { SWEEP_TIMEOUT, sweepNode, sweepNodes } from './sweep.ts';

describe('a crash at every effect of every node, with everything that it can leave on the disk', {
  timeout: SWEEP_TIMEOUT,
}, () => {
  it.each(['rivals', 'payments'])('breaks nothing in the scenario %s', (base) => {
    const { failures, runs, boundaries } = sweepNodes(base, 'unlike', (...node) =>
      sweepNode(...node, { places: 'unlike', troubles: lossesAt }),
    );
    expect(failures).toEqual([]);
    expect(runs).toBeGreaterThan(boundaries.length);
  });
});
