import pc from 'picocolors';
import { expect, it } from 'vitest';
import { renderShares } from './blame.ts';

const colors = pc.createColors(false);
const interrupted = { oracle: 'convergence', branches: 20, points: [], isWhole: false };

it('claims nothing about a failure whose branches were interrupted', () => {
  expect(renderShares(interrupted, [], colors)).toBe('');
  const points = [{ event: 0, at: 0n, fails: 10, share: 0.5 }];
  const shown = renderShares({ ...interrupted, points }, [], colors);
  expect(shown).toContain('50 %');
  expect(shown).not.toContain('no rise');
});
