import { PROXY_RULES, type ProxyRules, type ProxyState } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { ProxyStep } from '../oracle.ts';
import { refusalRemembered } from './refusal-remembered.ts';

/** Alice is refused for good, and asks for something else. */
const refused = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 11), pay('bob', 1)] },
});

/** Forgets whom it has refused once somebody asks for something else. */
const FORGETFUL: ProxyRules = {
  ...PROXY_RULES,
  begin: (state, submission, now) => PROXY_RULES.begin({ ...state, refused: [] }, submission, now),
};

const REJECTION = { code: 'InsufficientFunding', rule: 'V7' } as never;
const ASKED = { client: 'alice', requestId: 'r' };
const KNOWN = { ...ASKED, number: 0, transactionId: 'some-id', rejection: REJECTION };

function stateOf(phase: string | undefined, isRefused: boolean): ProxyState {
  const submission = { facts: { id: 'some-id' }, phase, waiting: [ASKED] };
  return {
    submissions: new Map(phase === undefined ? [] : [['some-id', submission]]),
    refused: isRefused ? [KNOWN] : [],
  } as never;
}

function findingOf(before: ProxyState, after: ProxyState, effects: readonly object[] = []) {
  const input = { type: 'Timer', id: 'any' } as const;
  const observation = { node: 'p1', input, before, after, effects } as ProxyStep['observation'];
  return refusalRemembered().afterProxyStep?.(proxyStep(observation))?.message;
}

describe('refusal-remembered', () => {
  it('P5 fires when a proxy forgets whom it has refused for good', () => {
    const result = runScenario(refused, { proxyRules: FORGETFUL });
    expect(violationsOf('refusal-remembered', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe('violation:refusal-remembered');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(refused);
    expect(violationsOf('refusal-remembered', result)).toBe(0);
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['refused', 'final']);
    expect(result.verdict).toBe('pass');
  });

  it('P5 finds a refusal that is not noted', () => {
    const reply = { type: 'Reply', to: 'alice', requestId: 'r' };
    const effects = [{ ...reply, result: { type: 'Rejected', rejection: REJECTION } }];
    const before = stateOf('checking', false);
    expect(findingOf(before, stateOf(undefined, false), effects)).toBe(
      'p1 does not remember that it has refused alice',
    );
    expect(findingOf(before, stateOf(undefined, true), effects)).toBeUndefined();
  });

  it('is silent where a spoilt copy is refused of a transaction that it goes on driving', () => {
    const reply = { type: 'Reply', to: 'alice', requestId: 'r' };
    const rejection = { code: 'InvalidSignature', rule: 'V2' };
    const effects = [{ ...reply, result: { type: 'Rejected', rejection } }];
    const driven = stateOf('signing', false);
    expect(findingOf(driven, driven, effects)).toBeUndefined();
  });

  it('P4 finds a refusal that is kept though its transaction is broadcast after all', () => {
    const before = stateOf('checking', true);
    expect(findingOf(before, stateOf('signing', true))).toBe(
      'p1 has signed what it still refuses alice',
    );
    expect(findingOf(before, stateOf('signing', false))).toBeUndefined();
    expect(findingOf(before, stateOf('checking', true))).toBeUndefined();
  });
});
