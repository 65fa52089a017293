import { runScenario, type Scenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedScenario, shippedScenarios } from './scenario-documents.ts';
import { expectUnlike, isRunInModes, twoSeeds } from './two-seeds.ts';

const named = (scenario: Scenario) => [scenario.name, scenario] as const;
const shipped = shippedScenarios().map(named);
/** `crypto-modes` runs the others several times with one seed, and once with another. */
const alone = shippedScenarios((file) => !isRunInModes(file)).map(named);

const runCrossing = () => runScenario(shippedScenario('crossing-payments.yaml'), { seed: 7n });
/** The run before anything else has run, in this file. */
const before = runCrossing();

describe('a run', () => {
  it.each(alone)('of %s is the same twice, and differs with another seed', (_name, scenario) => {
    fc.assert(
      fc.property(twoSeeds, ([seed, otherSeed]) => {
        const one = runScenario(scenario, { seed });
        expect(runScenario(scenario, { seed })).toEqual(one);
        expectUnlike(one, scenario, otherSeed);
      }),
      { numRuns: 1 },
    );
  });

  // The portable one takes thirty times as long, so few run on it; `crypto-modes` runs all
  // scenarios on the other.
  it.each(shipped.filter((_, index) => index % 12 === 0))(
    'of %s is the same on both crypto backends',
    (_name, scenario) => {
      const sodium = runScenario(scenario, { backend: 'sodium' });
      const noble = runScenario(scenario, { backend: 'noble' });
      expect(noble).toEqual({ ...sodium, ed25519: 'noble' });
    },
  );

  it('leaves nothing behind in the process for the next', () => {
    // Dozens of other scenarios have run since.
    expect(runCrossing()).toEqual(before);
  });

  // Nobody can tell whether a changed hash had to change: a change here affects everybody whose
  // reports name seeds, and is made on purpose.
  it('of one scenario and seed has the same trace on every machine', () => {
    const { traceHash, drawHash } = runScenario(shippedScenario('first-payment.yaml'));
    expect({ traceHash, drawHash }).toMatchInlineSnapshot(`
      {
        "drawHash": "976dbba1fb539eb8c73e4e25eaeee00eb49ccae879b9e8d2d6321b6e893627e6",
        "traceHash": "7100f7657a123110aec1e56d158ecf2f6b34ec9a1cca2ffc2136426164039e50",
      }
    `);
  });
});
