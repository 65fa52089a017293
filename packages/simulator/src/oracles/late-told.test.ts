import { VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import { lateTold } from './late-told.ts';
import type { HandoverStep } from './oracle.ts';

const { handover } = VALIDATOR_RULES;

/** What one validator has signed settles there once it has shown a snapshot, and is answered as final. */
const late = scenarioOf({
  validators: 1,
  candidates: 4,
  clients: { alice: { balance: 100 }, bob: {} },
  steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
  network: { default: { delay: { dist: 'const', mean: '10 ms' } } },
  changes: [{ id: 'grow', at: '1055 ms', members: ['v2', 'v3', 'v4', 'v5'], deliver: ['v1'] }],
});

const KEY = 'alice/0';
const NAMES = ['v1', 'v2', 'v3', 'v4'];
const PUSH = { told: [], attempts: 1 };

function stateOf(isLate: boolean): ValidatorState {
  const members = NAMES.map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
  }));
  const pushes = new Map(isLate ? [[KEY, PUSH]] : []);
  return { committees: [{ epoch: 1, members }], handover: { late: pushes } } as never;
}

/** v5 hears an answer to what it brings, and brings it on or not. */
function hearing(from: string, goesOn: boolean, answer: object = { type: 'Settled' }) {
  const message = { type: 'Response', requestId: `handover/late/${KEY}`, result: answer } as never;
  const input = { type: 'Message', from, message } as const;
  const before = stateOf(true);
  const observation = { node: 'v5', input, before, after: stateOf(goesOn), effects: [] };
  return { node: 'v5', observation, isFirst: false, disk: () => [] } satisfies HandoverStep;
}

describe('late-told', () => {
  it('C4 fires when somebody is never brought what has settled late', () => {
    const latePushedTo: typeof handover.latePushedTo = (state, push, keys) =>
      handover.latePushedTo(state, push, keys).slice(1);
    const validatorRules = { ...VALIDATOR_RULES, handover: { ...handover, latePushedTo } };
    const result = runScenario(late, { validatorRules });
    expect(violationsOf('late-told', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe('violation:late-told');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(late);
    expect(violationsOf('late-told', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });

  it('finds who stops before a quorum has answered', () => {
    const { afterHandover } = lateTold();
    expect(afterHandover?.(hearing('v1', true))).toBeUndefined();
    expect(afterHandover?.(hearing('v2', false))?.facts).toEqual({
      validator: 'v5',
      have: 'v1 v2',
      settled: KEY,
    });
  });

  it('counts who has settled it or never will, and nobody else', () => {
    const { afterHandover } = lateTold();
    const never = { type: 'Rejected', rejection: { code: 'ConflictingCertificate', rule: 'S2' } };
    const lacking = { type: 'Rejected', rejection: { code: 'MissingDependency', rule: 'S4' } };
    expect(afterHandover?.(hearing('v1', true))).toBeUndefined();
    expect(afterHandover?.(hearing('v2', true, never))).toBeUndefined();
    expect(afterHandover?.(hearing('v3', false))).toBeUndefined();
    const other = lateTold();
    expect(other.afterHandover?.(hearing('v1', true))).toBeUndefined();
    expect(other.afterHandover?.(hearing('v2', true, lacking))).toBeUndefined();
    expect(other.afterHandover?.(hearing('v3', false))?.facts).toEqual({
      validator: 'v5',
      have: 'v1 v3',
      settled: KEY,
    });
  });
});
