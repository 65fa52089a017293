import { VALIDATOR_RULES } from '@quorate/core';
import { causeOfScenario, headOfCause, searchAlone } from '@quorate/fuzzer';
import { MUTANTS } from '@quorate/mutants';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';

/** How many seeds are tried, always the same. */
const SEEDS = 900;

const rules = {
  validatorRules: MUTANTS.find(({ id }) => id === 'canary')?.validatorRules ?? VALIDATOR_RULES,
};

describe('the canary, which fails about one run in a hundred', () => {
  const { failed, findings } = searchAlone({
    space: DEFAULT_SPACE,
    strategy: { kind: 'random' },
    firstSeed: 1n,
    runs: SEEDS,
    means: { crypto: 'stub', ...rules },
  });

  it('is caught: a search that does not see it is blind', () => {
    const runs = (findings[0]?.first.index ?? 0) + 1;
    process.stdout.write(`canary: ${failed} of ${SEEDS} runs failed, the first was run ${runs}\n`);
    expect(failed).toBeGreaterThanOrEqual(SEEDS / 300);
    // Something that fails often would prove nothing about what fails seldom.
    expect(failed).toBeLessThan(SEEDS / 25);
  });

  it('is what fails: with correct rules the same run passes', () => {
    const own = findings.filter(
      ({ scenario }) => causeOfScenario(scenario, { crypto: 'stub' }) === undefined,
    );
    expect(own.map(({ cause }) => headOfCause(cause))).not.toContain('threw');
    expect(own.length).toBeGreaterThan(0);
  });
});
