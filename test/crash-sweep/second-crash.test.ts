import { describe, expect, it } from 'vitest';
import { ailmentsAt, backupsAt, someLossAt } from './boundaries.ts';
import { baseOf, SWEEP_TIMEOUT, sweepAgain, sweepNode, sweepNodes } from './sweep.ts';

describe('what else can happen to a node that went down', { timeout: SWEEP_TIMEOUT }, () => {
  it('a second crash, at every effect of its second life, breaks nothing', () => {
    const { failures, boundaries } = sweepNodes('payments', 'unlike', (...node) =>
      sweepAgain(...node, { places: 'unlike', troubles: someLossAt }),
    );
    expect(failures).toEqual([]);
    expect(boundaries.length).toBeGreaterThan(0);
  });

  it('V8 a disk that is full from any effect on, or has rotted by then, breaks nothing', () => {
    const { failures, runs } = sweepNodes('rivals', 'unlike', (...node) =>
      sweepNode(...node, { places: 'unlike', troubles: ailmentsAt }),
    );
    expect(failures).toEqual([]);
    expect(runs).toBeGreaterThan(0);
  });

  it.each(['v1', 'v3', 'p1'])(
    'an old backup at any effect of %s makes one liar, no harm',
    (node) => {
      const { failures, runs } = sweepNode(baseOf('rivals'), node, {
        places: 'unlike',
        troubles: backupsAt,
      });
      expect(failures).toEqual([]);
      expect(runs).toBeGreaterThan(0);
    },
  );
});
