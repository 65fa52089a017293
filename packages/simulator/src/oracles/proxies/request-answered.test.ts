import { PROXY_RULES, type ProxyRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1), { op: 'read' }] },
});

/** The proxy goes down while it has a request at hand, and comes up again. */
const restarted = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1)] },
  faults: [
    {
      id: 'down',
      kind: 'crash',
      node: 'p1',
      when: { node: 'p1', after: 'received' },
      restartAfter: '9 s',
    },
  ],
});

/** Answers the second who asks for the same, and forgets the first. */
const FORGETFUL: ProxyRules = {
  ...PROXY_RULES,
  begin: (state, submission, now) =>
    PROXY_RULES.begin(state, { ...submission, waiting: submission.waiting.slice(1) }, now),
};

describe('request-answered', () => {
  it('fires when a proxy forgets who waits for a transaction, which the client never notices', () => {
    const result = runScenario(scenario, { proxyRules: FORGETFUL });
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['final', 'final']);
    expect(result.verdict).toBe('violation:request-answered');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(scenario);
    expect(violationsOf('request-answered', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });

  it('owes nothing to a client that had asked before a crash', () => {
    const result = runScenario(restarted);
    expect(violationsOf('request-answered', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });
});
