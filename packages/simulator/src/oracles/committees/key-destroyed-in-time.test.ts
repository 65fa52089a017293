import { type Committee, isSpent, VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { HandoverStep, Retrospect } from '../oracle.ts';
import { keyDestroyedInTime } from './key-destroyed-in-time.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];

/** The same four hosts with keys of their own in each epoch. */
function committee(epoch: number): Committee {
  const members = NAMES.map((host) => ({
    validator: { address: addressOf(`${host} in ${epoch}`), host, rpcPort: 0 },
    operator: addressOf(`operator of ${host}`),
  }));
  return { epoch, members };
}

interface Stand {
  readonly served: number;
  readonly merge?: { readonly epoch: number };
}

function stateOf({ served, merge }: Stand, epochs: number): ValidatorState {
  const committees = Array.from({ length: epochs }, (_, epoch) => committee(epoch));
  return { committees, handover: { served, merge } } as unknown as ValidatorState;
}

const SNAPSHOT = { key: 'snapshot/0000000000/root', value: { part: { kind: 'Root', epoch: 0 } } };

type Oracle = ReturnType<typeof keyDestroyedInTime>;

/** Has a validator reach some state in epoch 1, and gives what is found. */
function reach(oracle: Oracle, node: string, stand: Stand, writes: readonly object[] = []) {
  const before = stateOf({ served: 0 }, 1);
  const effects = [{ type: 'Persist', writes }];
  const observation = { before, after: stateOf(stand, 2), effects };
  const step = { node, observation, isFirst: false, disk: () => [] } as unknown as HandoverStep;
  return oracle.afterHandover?.(step)?.message;
}

describe('key-destroyed-in-time', () => {
  const merged = { served: 1 };
  const frozen = { served: 0, merge: { epoch: 1 } };

  it('C9: is silent once the snapshot is written and a quorum has merged, liars counted', () => {
    const spent = new Set<string>();
    const oracle = keyDestroyedInTime({
      isSpent: (_, key) => spent.has(key),
      isCorrect: (node) => node !== 'v4',
    });
    for (const node of ['v2', 'v3']) expect(reach(oracle, node, merged)).toBeUndefined();
    spent.add(addressOf('v1 in 0'));
    expect(reach(oracle, 'v1', merged, [SNAPSHOT])).toBeUndefined();
  });

  it.each([
    ['before its snapshot of it is written down', merged, []],
    ['before it has merged', frozen, [SNAPSHOT]],
    ['when 1 member had merged', merged, [SNAPSHOT]],
  ])('C9: finds a key that is destroyed %s', (fault, stand, writes) => {
    const oracle = keyDestroyedInTime({ isSpent: () => true });
    expect(reach(oracle, 'v1', stand, writes)).toBe(`the key of epoch 0 v1 destroys ${fault}`);
  });

  it('C9: has nothing against a key of an epoch that its validator never served in', () => {
    const oracle = keyDestroyedInTime({ isSpent: () => true });
    const observation = { before: stateOf(merged, 2), after: stateOf(merged, 2), effects: [] };
    const step = { node: 'v1', observation, isFirst: false, disk: () => [] };
    expect(oracle.afterHandover?.(step as unknown as HandoverStep)).toBeUndefined();
  });

  it('C9: finds, at rest, a validator that keeps the key of an epoch that it has shown', () => {
    const oracle = keyDestroyedInTime({ isSpent: () => false });
    reach(oracle, 'v1', merged, [SNAPSHOT]);
    const resting = [{ role: 'validator', name: 'v1', state: stateOf(merged, 2) }];
    const run = { resting } as unknown as Retrospect;
    expect(oracle.atRest?.(run)?.message).toBe('the key of epoch 0 v1 never destroys');
  });

  it.each([
    ['never', () => false],
    ['as soon as the epoch ends', (state: ValidatorState) => state.committees.length > 1],
  ])('C9: fires in a run in which keys are destroyed %s, and not by the rules', (_, wrong) => {
    const changing = scenarioOf({
      clients: {},
      steps: {},
      network: { default: { delay: { dist: 'const', mean: '10 ms' } } },
      changes: [{ id: 'renew', at: '1 s', members: NAMES, deliver: NAMES }],
    });
    const { handover } = VALIDATOR_RULES;
    const validatorRules = { ...VALIDATOR_RULES, handover: { ...handover, isSpent: wrong } };
    const result = runScenario(changing, { validatorRules });
    expect(result.verdict).toBe('violation:key-destroyed-in-time');
    expect(handover.isSpent).toBe(isSpent);
    expect(violationsOf('key-destroyed-in-time', runScenario(changing))).toBe(0);
  });
});
