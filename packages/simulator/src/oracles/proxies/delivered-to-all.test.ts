import { PROXY_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const proxyRules = { ...PROXY_RULES, broughtOnTo: () => [] };

/** A payment that settles while one validator is cut off, which is mended as here. */
function scenarioWith(heal: 'all' | 'quorum', lasts: object) {
  return scenarioOf({
    clients: { alice: { balance: 10 }, bob: {} },
    steps: { alice: [pay('bob', 1)] },
    faults: [{ id: 'away', kind: 'cut', from: 'p1', to: 'v4', at: '0 ms', ...lasts }],
    phases: { chaos: '5 s', heal },
    limits: { simTime: '30 min' },
  });
}

describe('delivered-to-all', () => {
  const scenario = scenarioWith('all', { for: '3 s' });

  it('fires when a proxy forgets a transaction as soon as a quorum has settled it', () => {
    const result = runScenario(scenario, { proxyRules });
    expect(violationsOf('delivered-to-all', result)).toBe(1);
    expect(result.verdict).toBe('violation:delivered-to-all');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(scenario);
    expect(violationsOf('delivered-to-all', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });

  it('asks nothing where not all is mended', () => {
    const result = runScenario(scenarioWith('quorum', {}), { proxyRules });
    expect(violationsOf('delivered-to-all', result)).toBe(0);
  });
});
