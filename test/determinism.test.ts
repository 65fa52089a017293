import { runScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { shippedScenario, shippedScenarios } from './scenario-documents.ts';

// Where only the portable crypto backend loads, signatures take twenty times as long.
vi.setConfig({ testTimeout: 60_000 });

const shipped = shippedScenarios().map((scenario) => [scenario.name, scenario] as const);

/** In these every delay is fixed, so that two things meet whatever the seed. */
const ONE_COURSE: readonly string[] = [
  'half-signed',
  'mint-meets-removal',
  'signed-before-the-change',
];

const runCrossing = () => runScenario(shippedScenario('crossing-payments.yaml'), { seed: 7n });
/** How it runs before anything else has, in this file. */
const before = runCrossing();

const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('a run', () => {
  it.each(shipped)('of %s is the same twice, and another with another seed', (name, scenario) => {
    const twoSeeds = fc.uniqueArray(anySeed, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(twoSeeds, (seeds) => {
        const [one, other] = seeds.map((seed) => runScenario(scenario, { seed }));
        expect(runScenario(scenario, { seed: seeds[0] as bigint })).toEqual(one);
        expect(one?.traceHash === other?.traceHash).toBe(ONE_COURSE.includes(name));
        expect(other?.drawHash).not.toBe(one?.drawHash);
      }),
      { numRuns: 1 },
    );
  });

  // The portable one takes thirty times as long; `crypto-modes` tries all scenarios on the other.
  it.each(shipped.filter((_, index) => index % 8 === 0))(
    'of %s is the same on both crypto backends',
    (_name, scenario) => {
      const sodium = runScenario(scenario, { backend: 'sodium' });
      const noble = runScenario(scenario, { backend: 'noble' });
      expect(noble).toEqual({ ...sodium, ed25519: 'noble' });
    },
  );

  it('leaves nothing behind in the process for the next', () => {
    // All that ships has run since.
    expect(runCrossing()).toEqual(before);
  });

  // Of a hash that changed nobody can say whether it had to: a change here is a change for all whose
  // seeds are in reports, and is made on purpose.
  it('of one scenario and seed has one trace on every machine', () => {
    const { traceHash, drawHash } = runScenario(shippedScenario('first-payment.yaml'));
    expect({ traceHash, drawHash }).toMatchInlineSnapshot(`
      {
        "drawHash": "976dbba1fb539eb8c73e4e25eaeee00eb49ccae879b9e8d2d6321b6e893627e6",
        "traceHash": "7100f7657a123110aec1e56d158ecf2f6b34ec9a1cca2ffc2136426164039e50",
      }
    `);
  });
});
