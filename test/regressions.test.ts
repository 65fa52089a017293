import { readdirSync } from 'node:fs';
import { VALIDATOR_RULES } from '@quorate/core';
import { MUTANTS } from '@quorate/mutants';
import { runScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedScenario } from './scenario-documents.ts';

const FILES = readdirSync(new URL('../scenarios/regressions', import.meta.url)).filter((name) =>
  name.endsWith('.yaml'),
);

/** What one wrong validator makes of them: which oracles fire. */
const KILLS = [
  ['acknowledged-after-the-freeze', ['no-lost-ack', 'no-honest-lock']],
  ['acknowledged-while-a-proxy-changes-it', ['no-lost-ack', 'no-honest-lock']],
  ['seat-acknowledged-after-the-freeze', ['no-lost-ack', 'no-honest-lock', 'change-completes']],
] as const;

describe('scenarios/regressions', () => {
  it.each(FILES)('%s ends as it expects', (file) => {
    const result = runScenario(shippedScenario(`regressions/${file}`), { crypto: 'stub' });
    expect(result.oracles.flatMap(({ violations }) => violations)).toEqual([]);
    expect(result.verdict).toBe(result.expectedVerdict);
    expect(result.failedExpectations).toEqual([]);
  });

  it.each(KILLS)('%s.yaml shows that a late settlement is not pushed: %s', (name, fired) => {
    const { validatorRules } = MUTANTS.find(({ id }) => id === 'late-settlement-not-pushed') ?? {};
    expect(validatorRules?.handover.latePushedTo).not.toBe(VALIDATOR_RULES.handover.latePushedTo);
    const { oracles } = runScenario(shippedScenario(`regressions/${name}.yaml`), {
      crypto: 'stub',
      ...(validatorRules === undefined ? {} : { validatorRules }),
    });
    const broken = oracles.filter(({ violations }) => violations.length > 0);
    expect(broken.map((oracle) => oracle.name)).toEqual(fired);
  });
});
