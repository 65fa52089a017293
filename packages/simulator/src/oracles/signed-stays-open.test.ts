import { PROXY_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

/** All validators sign, and the proxy hears of one signature. */
const silenced = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  network: { default: { delay: { dist: 'const', mean: '20 ms' } } },
  steps: { alice: [pay('bob', 1)] },
  faults: [
    {
      id: 'mute',
      kind: 'cut',
      from: ['v2', 'v3', 'v4'],
      to: 'p1',
      direction: 'one-way',
      when: { node: 'v1', after: 'signed' },
      for: '40 s',
    },
  ],
});

describe('signed-stays-open', () => {
  it('P4 fires when a proxy calls the end of what it has heard somebody sign final', () => {
    const proxyRules = { ...PROXY_RULES, mayBeSigned: () => false };
    const result = runScenario(silenced, { proxyRules });
    expect(violationsOf('signed-stays-open', result)).toBeGreaterThan(0);
    expect(result.verdict).toMatch(/^violation:/);
  });

  it('is silent about correct rules', () => {
    const result = runScenario(silenced);
    expect(violationsOf('signed-stays-open', result)).toBe(0);
    expect(result.verdict).not.toMatch(/^violation:/);
  });
});
