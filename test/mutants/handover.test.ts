import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { runScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedScenario } from '../scenario-documents.ts';
import { Play } from './handover/play.ts';
import { EXECUTIONS } from './handover/plays.ts';
import { ALL_INVARIANTS, violated } from './handover/violations.ts';
import { mutantOf, rulesOf } from './mutant-of.ts';

const named = EXECUTIONS.map(
  (execution) => [execution.mutant, execution.sizes, execution.breaks, execution] as const,
);

const isHonest = (play: Play) => (operator: string) => play.honest.includes(operator);

/** Shipped scenarios that show some of them. */
const SHIPPED = [
  ['freeze-skipped', 'grow', 'frozen-signs-nothing'],
  ['change-not-pushed', 'told-to-two', 'change-completes'],
  ['snapshot-without-certificates-believed', 'grow', 'convergence'],
  ['merge-skipped-by-who-stays', 'certified-before', 'unique-certificate'],
  ['too-few-snapshots', 'certified-before', 'outcomes.alice'],
  ['shown-signed-unadmitted', 'overdraft-in-a-snapshot', 'no-overdraft-certified'],
  ['keys-continue', 'one-key-one-epoch', 'unique-certificate'],
  ['key-with-history-seated', 'key-with-a-history', 'signed-well-formed'],
  ['operator-with-two-seats', 'one-seat-each', 'signed-well-formed'],
  ['signatures-kept-over-a-change', 'half-signed', 'liveness-honest'],
  ['leaked-keys-believed', 'leaked-keys', 'unique-certificate'],
  ['change-before-its-requests', 'grow', 'epoch-agreement'],
  ['change-without-effect', 'grow', 'change-completes'],
] as const;

function wrongRules(id: string): ValidatorRules {
  const { validatorRules } = mutantOf(id);
  if (validatorRules === undefined) throw new Error(`${id} is no wrong validator`);
  return validatorRules;
}

describe('a handover', () => {
  it.each(named)('with %s, %s, breaks %s', (id, _sizes, breaks, execution) => {
    const play = new Play(execution.cast, wrongRules(id));
    execution.play(play);
    expect(violated(play, [breaks])).toEqual([breaks]);
  });

  it.each(named)('without %s, %s, breaks nothing', (_id, _sizes, _breaks, execution) => {
    const play = new Play(execution.cast, VALIDATOR_RULES);
    execution.play(play);
    expect(violated(play, ALL_INVARIANTS)).toEqual([]);
    play.deliverAll();
    expect(violated(play, ALL_INVARIANTS)).toEqual([]);
    // What the old committee or the new one has certified settles at all who serve.
    const serving = play.running.members.map(({ validator }) => validator.host);
    const due = play.certified().length === 0 ? [] : serving.filter(isHonest(play));
    expect(due.filter((operator) => !play.settled().has(operator))).toEqual([]);
  });

  it.each(SHIPPED)('with %s fails scenarios/committees/%s.yaml: %s', (id, name, shows) => {
    const scenario = shippedScenario(`committees/${name}.yaml`);
    const rules = rulesOf(mutantOf(id));
    const { oracles, failedExpectations } = runScenario(scenario, { crypto: 'stub', ...rules });
    const broken = oracles.filter(({ violations }) => violations.length > 0);
    expect([
      ...broken.map((oracle) => oracle.name),
      ...failedExpectations.map(({ expectation }) => expectation),
    ]).toContain(shows);
  });

  it('names the smallest committees once for each wrong one', () => {
    const smallest = EXECUTIONS.filter((execution) => execution.smallest !== undefined);
    const ids = smallest.map(({ mutant }) => mutant);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(EXECUTIONS.map(({ mutant }) => mutant)).size).toBe(ids.length);
  });
});
