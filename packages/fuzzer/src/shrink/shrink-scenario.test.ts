import { type Submission, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import {
  DEFAULT_SPACE,
  generateScenario,
  reductions,
  type Scenario,
  sizeOfScenario,
} from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runForCause } from '../outcome.ts';
import { shrinkScenario } from './shrink-scenario.ts';

const ENOUGH = { attempts: 2_000 };

const generated = fc.nat(100_000).map((seed) => generateScenario(DEFAULT_SPACE, BigInt(seed)));

/** What scenarios can be looked for by, without a run: how much there is at least. */
const looks: fc.Arbitrary<(scenario: Scenario) => boolean> = fc
  .record({ operations: fc.nat(2), faults: fc.nat(2), acts: fc.nat(1), validators: fc.nat(4) })
  .map((least) => (scenario) => {
    const size = sizeOfScenario(scenario);
    return (Object.keys(least) as (keyof typeof least)[]).every((key) => size[key] >= least[key]);
  });

/** A signature leaves the account as free as it was. */
const lockDropped: ValidatorRules = {
  ...VALIDATOR_RULES,
  takeLock: ({ account }: Submission) => account,
};

describe('shrinkScenario', () => {
  it('finds a scenario of which nothing can be left out', () => {
    fc.assert(
      fc.property(generated, looks, (scenario, isWanted) => {
        fc.pre(isWanted(scenario));
        const { scenario: smallest } = shrinkScenario(scenario, isWanted, ENOUGH);
        expect(isWanted(smallest)).toBe(true);
        expect([...reductions(smallest)].filter(isWanted)).toEqual([]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('finds the same one again', () => {
    fc.assert(
      fc.property(generated, looks, (scenario, isWanted) => {
        fc.pre(isWanted(scenario));
        const first = shrinkScenario(scenario, isWanted, ENOUGH);
        expect(shrinkScenario(scenario, isWanted, ENOUGH)).toEqual(first);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it('runs no more scenarios than it may, none twice, and none that it was given', () => {
    fc.assert(
      fc.property(
        generated,
        fc.nat(60),
        fc.infiniteStream(fc.boolean()),
        (scenario, most, luck) => {
          const seen: Scenario[] = [];
          const { attempts, from, to } = shrinkScenario(
            scenario,
            (candidate) => {
              seen.push(candidate);
              return luck.next().value ?? false;
            },
            { attempts: most },
          );
          expect(attempts).toBe(seen.length);
          expect(attempts).toBeLessThanOrEqual(most);
          expect(seen).not.toContainEqual(scenario);
          for (const [index, each] of seen.entries()) {
            expect(seen.slice(index + 1)).not.toContainEqual(each);
          }
          expect(from).toEqual(sizeOfScenario(scenario));
          expect(to.operations).toBeLessThanOrEqual(from.operations);
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('leaves of a double-spend one lying client, and the cause', () => {
    const fails = (scenario: Scenario, crypto: 'stub' | 'full' = 'stub') =>
      runForCause(scenario, { crypto, validatorRules: lockDropped }).cause;
    const isDoubleSign = (scenario: Scenario) => fails(scenario)?.startsWith('no-double-sign');
    const seeds = Array.from({ length: 200 }, (_, seed) => BigInt(seed));
    const found = seeds
      .map((seed) => generateScenario(DEFAULT_SPACE, seed))
      .find((scenario) => isDoubleSign(scenario) && sizeOfScenario(scenario).acts > 2);
    if (found === undefined) throw new Error('no seed shows the wrong rule');
    const cause = fails(found);
    const { scenario, to } = shrinkScenario(found, (each) => fails(each) === cause, ENOUGH);
    expect(to).toMatchObject({ faults: 0, acts: 1, validators: 1, clients: 1, features: 0 });
    expect(to.operations).toBeLessThanOrEqual(1);
    expect(fails(scenario, 'full')).toBe(cause);
  });
});
