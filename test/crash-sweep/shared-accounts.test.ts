import { describe, expect, it } from 'vitest';
import { someLossAt } from './boundaries.ts';
import { SWEEP_TIMEOUT, sweepNode, sweepNodes } from './sweep.ts';

// In a file of its own, so that another core can run it.
describe('a crash at every effect, where parties wait for each other', {
  timeout: SWEEP_TIMEOUT,
}, () => {
  it.each(['shares', 'lagging'])('breaks nothing in the scenario %s', (base) => {
    const { failures, runs, boundaries } = sweepNodes(base, 'unlike', (...node) =>
      sweepNode(...node, { places: 'unlike', troubles: someLossAt }),
    );
    expect(failures).toEqual([]);
    expect(runs).toBe(boundaries.length);
  });
});
