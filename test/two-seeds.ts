import type { RunResult } from '@quorate/simulator';
import fc from 'fast-check';
import { expect } from 'vitest';

/** Chooses two seeds. */
export const twoSeeds = fc
  .uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 2, maxLength: 2 })
  .map((seeds) => seeds as [bigint, bigint]);

/** In these every delay is fixed, so that two things meet whatever the seed. */
const ONE_COURSE: readonly string[] = [
  'half-signed',
  'mint-meets-removal',
  'signed-before-the-change',
];

/** Expects that the runs of one scenario with two seeds draw otherwise, and go another way where there are two. */
export function expectUnlike(one: RunResult, other: RunResult): void {
  expect(one.traceHash === other.traceHash).toBe(ONE_COURSE.includes(one.name));
  expect(other.drawHash).not.toBe(one.drawHash);
}

// What regressions are about is protocols, and they would take half as long again; the one through
// all sizes of committees takes a third of the rest.
const LEFT_OUT = /^regressions\/|^committees\/one-to-ten-and-back/;

/** Tells whether a scenario is run in several crypto modes, which shows besides that it is the same twice. */
export function isRunInModes(file: string): boolean {
  return !LEFT_OUT.test(file);
}
