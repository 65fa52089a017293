import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { expect, it } from 'vitest';
import type { RunResult } from '../src/run-result.ts';
import { runScenario } from '../src/run-scenario.ts';
import type { Scenario } from '../src/scenario/scenario.ts';

/** What oracles are tested on, each entry by name. */
export interface Trials<Wrong extends string, Name extends string> {
  /** The entries of the rule table that are replaced. */
  readonly wrongRules: Readonly<Record<Wrong, Partial<ValidatorRules>>>;
  readonly scenarios: Readonly<Record<Name, Scenario>>;
  /** Which oracle has to fire under which wrong rules in which scenario. */
  readonly findings: readonly (readonly [oracle: string, wrong: Wrong, scenario: Name])[];
}

/** Registers tests that each oracle fires on wrong rules, and not on correct ones. */
export function itFiresOnlyWhenWrong<Wrong extends string, Name extends string>({
  wrongRules,
  scenarios,
  findings,
}: Trials<Wrong, Name>): void {
  it.each(findings)('%s fires when %s', (oracle, wrong, scenario) => {
    const validatorRules = { ...VALIDATOR_RULES, ...wrongRules[wrong] };
    const result = runScenario(scenarios[scenario], { validatorRules });
    expect(violationsOf(oracle, result)).toBeGreaterThan(0);
    expect(result.verdict).toMatch(/^violation:/);
  });

  it.each(findings)('%s is silent about correct rules where %s', (oracle, _wrong, scenario) => {
    const result = runScenario(scenarios[scenario]);
    expect(violationsOf(oracle, result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });
}

/** Counts what an oracle found, and expects that it has checked anything. */
export function violationsOf(oracle: string, { oracles }: RunResult): number {
  const report = oracles.find(({ name }) => name === oracle);
  expect(report?.checks).toBeGreaterThan(0);
  return report?.violations.length ?? 0;
}
