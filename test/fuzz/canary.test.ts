import { causeOfScenario, headOfCause, searchAlone } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { mutantOf, rulesOf } from '../mutants/mutant-of.ts';

/** How many seeds are tried at most, always the same. */
const SEEDS = 900;
/** Something that fails often would prove nothing about what rarely fails. */
const SELDOM = 25;

describe('the canary, which fails about one run in a hundred', () => {
  const { runs, findings } = searchAlone({
    space: DEFAULT_SPACE,
    strategy: { kind: 'random' },
    firstSeed: 1n,
    runs: SEEDS,
    causes: 1,
    means: { crypto: 'stub', ...rulesOf(mutantOf('canary')) },
  });

  it('is caught: a search that does not see it is blind', () => {
    process.stdout.write(
      `canary: the first of at most ${SEEDS} runs that failed was run ${runs}\n`,
    );
    expect(findings).toHaveLength(1);
    expect(runs).toBeGreaterThan(SELDOM);
  });

  it('is what fails: with correct rules the same run passes', () => {
    for (const { cause, scenario } of findings) {
      expect(causeOfScenario(scenario, { crypto: 'stub' })).toBe(undefined);
      expect(headOfCause(cause)).not.toBe('threw');
    }
  });
});
