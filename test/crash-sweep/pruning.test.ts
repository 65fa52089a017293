import { describe, expect, it } from 'vitest';
import { boundariesOf, lossesAt, someLossAt } from './boundaries.ts';
import { baseOf, SWEEP_TIMEOUT, sweepAgain, sweepNode, sweepNodes } from './sweep.ts';

describe('a crash at every effect of nodes that prune', { timeout: SWEEP_TIMEOUT }, () => {
  it('strikes in the middle of it, too: they read and write more than those that keep everything', () => {
    const base = baseOf('pruning');
    const keeping = { ...base, cluster: { ...base.cluster, prune: undefined } };
    for (const node of ['v1', 'p1']) {
      const [with_, without] = [base, keeping].map((each) => boundariesOf(each, node, {}).length);
      expect(with_).toBeGreaterThan((without ?? 0) + 6);
    }
    expect(boundariesOf(base, 'v4', {})).toHaveLength(boundariesOf(keeping, 'v4', {}).length);
  });

  it('breaks nothing, whatever it leaves on the disk', () => {
    const { failures, runs, boundaries } = sweepNodes('pruning', 'unlike', (...node) =>
      sweepNode(...node, { places: 'unlike', troubles: someLossAt }),
    );
    expect(failures).toEqual([]);
    expect(runs).toBe(boundaries.length);
  });

  it('breaks nothing when it strikes a second time', () => {
    const { failures } = sweepAgain(baseOf('pruning'), 'v1', {
      places: 'unlike',
      troubles: lossesAt,
    });
    expect(failures).toEqual([]);
  });
});
