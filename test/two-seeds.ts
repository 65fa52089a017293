import { type RunResult, runScenario, type Scenario } from '@quorate/simulator';
import fc from 'fast-check';
import { expect } from 'vitest';

/** Chooses two seeds. */
export const twoSeeds = fc
  .uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 2, maxLength: 2 })
  .map((seeds) => seeds as [bigint, bigint]);

/** In these scenarios, every delay is fixed, so that two things meet whatever the seed. */
const ONE_COURSE: readonly string[] = [
  'half-signed',
  'mint-meets-removal',
  'signed-before-the-change',
];

/**
 * Expects that another seed draws differently, and that its run differs unless the scenario has
 * only one course. Where delays are fixed there are few courses, so two seeds may meet in one, but
 * not three. Nobody judges those runs, which take as long as the run itself.
 */
export function expectUnlike(one: RunResult, scenario: Scenario, otherSeed: bigint): void {
  const run = (seed: bigint) =>
    runScenario(scenario, { seed, crypto: 'stub', watching: { oracles: false } });
  const other = run(otherSeed);
  const meets =
    one.traceHash === other.traceHash && one.traceHash === run(otherSeed ^ (2n ** 63n)).traceHash;
  expect(meets).toBe(ONE_COURSE.includes(one.name));
  expect(other.drawHash).not.toBe(one.drawHash);
}

// Regressions test protocols, and would take half as long again; the scenario through all sizes of
// committees takes a third of the rest.
const LEFT_OUT = /^regressions\/|^committees\/one-to-ten-and-back/;

/**
 * Tells whether a scenario is run in several crypto modes, which also shows that it runs the same
 * twice.
 */
export function isRunInModes(file: string): boolean {
  return !LEFT_OUT.test(file);
}
