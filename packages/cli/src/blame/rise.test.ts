import { expect, it } from 'vitest';
import { clearestRise, isClear } from './rise.ts';

const points = (...fails: readonly number[]) => fails.map((each) => ({ fails: each }));
const rise = (from: number, to: number) => ({ from: { fails: from }, to: { fails: to } });

it('reports no rise that chance often produces between points of equal odds', () => {
  // In three of four runs, one of sixteen pairs of points at 50 % differs by 5 of 20 or more.
  expect(isClear(rise(7, 12), 20)).toBe(false);
  expect(isClear(rise(13, 18), 20)).toBe(false);
  expect(isClear(rise(12, 20), 20)).toBe(true);
  expect(isClear(rise(80, 100), 100)).toBe(true);
  expect(isClear(rise(45, 60), 100)).toBe(false);
});

it('finds the rise that is least likely to be chance, and none where nothing rises', () => {
  // The first rise is greater, but more likely chance.
  expect(clearestRise(points(7, 12, 16, 20), 20)).toEqual(rise(16, 20));
  expect(clearestRise(points(20, 12, 12), 20)).toBeUndefined();
  expect(clearestRise(points(20, 20), 20)).toBeUndefined();
  expect(clearestRise(points(0), 20)).toBeUndefined();
});
