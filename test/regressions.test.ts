import { readdirSync } from 'node:fs';
import { VALIDATOR_RULES } from '@quorate/core';
import { type RunResult, runScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { mutantOf, rulesOf } from './mutants/mutant-of.ts';
import { shippedScenario } from './scenario-documents.ts';

const FILES = readdirSync(new URL('../scenarios/regressions', import.meta.url)).filter((name) =>
  name.endsWith('.yaml'),
);

/** Regressions that break when late settlements are not pushed, each with the oracles that fire. */
const KILLS = [
  ['acknowledged-after-the-freeze', ['no-lost-ack', 'late-told', 'no-honest-lock']],
  ['acknowledged-while-a-proxy-changes-it', ['no-lost-ack', 'late-told', 'no-honest-lock']],
  [
    'seat-acknowledged-after-the-freeze',
    ['no-lost-ack', 'late-told', 'no-honest-lock', 'change-completes'],
  ],
] as const;

/** Regressions, each with the mutant that brings back what it was kept for. */
const BROKEN_BY = [
  ['copy-that-outlives-the-proxy', 'copy-of-a-request-driven-anew'],
  ['dry-run-of-two-minds', 'no-dry-run'],
  ['flipped-bits-are-no-refusal', 'refusal-of-other-bytes-believed'],
  ['leaked-keys-at-who-left', 'leaked-keys-believed'],
  ['mint-race-beside-a-silent-validator', 'open-outcome-given-up'],
  ['one-had-signed-before', 'half-signed-refused'],
  ['refusal-older-than-the-credit', 'lagging-refusals-final'],
  ['refusal-older-than-what-was-shown', 'lagging-refusals-final'],
  ['signed-before-the-change', 'silence-means-unsigned'],
  ['signed-in-the-epoch-before', 'silence-means-unsigned'],
  ['spoilt-announcement', 'change-not-pushed'],
  ['spoilt-basis', 'lagging-refusals-final'],
  ['told-while-merging', 'change-not-pushed'],
] as const;

describe('scenarios/regressions', () => {
  it.each(FILES)('%s ends as it expects', (file) => {
    const result = runScenario(shippedScenario(`regressions/${file}`), { crypto: 'stub' });
    expect(result.oracles.flatMap(({ violations }) => violations)).toEqual([]);
    expect(result.verdict).toBe(result.expectedVerdict);
    expect(result.failedExpectations).toEqual([]);
  });

  it.each(BROKEN_BY)('%s.yaml is broken by %s', (name, mutant) => {
    const { verdict, expectedVerdict, failedExpectations } = runWith(name, mutant);
    expect(verdict === expectedVerdict && failedExpectations.length === 0).toBe(false);
  });

  it.each(KILLS)('%s.yaml shows that a late settlement is not pushed: %s', (name, fired) => {
    const { validatorRules } = mutantOf('late-settlement-not-pushed');
    expect(validatorRules?.handover.latePushedTo).not.toBe(VALIDATOR_RULES.handover.latePushedTo);
    const { oracles } = runWith(name, 'late-settlement-not-pushed');
    const broken = oracles.filter(({ violations }) => violations.length > 0);
    expect(broken.map((oracle) => oracle.name)).toEqual(fired);
  });
});

function runWith(name: string, mutant: string): RunResult {
  const scenario = shippedScenario(`regressions/${name}.yaml`);
  return runScenario(scenario, { crypto: 'stub', ...rulesOf(mutantOf(mutant)) });
}
