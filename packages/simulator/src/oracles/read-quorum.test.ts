import { PROXY_RULES, type ProxyRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../test/oracle-findings.ts';
import { scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [{ op: 'read' }, { op: 'read', of: 'bob' }] },
});

describe('read-quorum', () => {
  it.each<readonly [string, Partial<ProxyRules>]>([
    ['only one validator has said something', { quorum: () => 1, faultyMax: () => 0 }],
    ['too few have, and they agree', { quorum: () => 2 }],
  ])('P7 fires when a proxy tells of an account what %s', (_, wrong) => {
    const result = runScenario(scenario, { proxyRules: { ...PROXY_RULES, ...wrong } });
    expect(violationsOf('read-quorum', result)).toBe(2);
    expect(result.verdict).toBe('violation:read-quorum');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(scenario);
    expect(violationsOf('read-quorum', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });
});
