import { PROXY_RULES, type ProxyRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [{ op: 'read' }, { op: 'read', of: 'bob' }] },
});

const minting = scenarioOf({
  clients: { alice: {} },
  steps: {
    alice: [
      { op: 'create-token', as: 'gold', amount: 5 },
      { op: 'read', token: 'gold' },
    ],
  },
});

/** Every kind of query that is not about an account; all four steps before them settle. */
const lookups = scenarioOf({
  clients: { alice: { balance: 10 } },
  steps: {
    alice: [
      { op: 'create-token', as: 'gold' },
      { op: 'escrow-terms', as: 'fair', fee: 1 },
      { op: 'escrow-job', as: 'logo', terms: 'fair', provider: 'alice', fee: 1 },
      { op: 'escrow-reject', job: 'logo' },
      { op: 'read', token: 'gold' },
      { op: 'read', job: 'logo' },
      { op: 'read', jobs: 'client' },
      { op: 'read', certificates: 0 },
      { op: 'read', certificate: 'last' },
      { op: 'read', token: 'gold', certificate: 'creation' },
      { op: 'read', job: 'logo', certificate: 'creation' },
      { op: 'read', job: 'logo', certificate: 'decision' },
    ],
  },
});

describe('read-quorum', () => {
  it('P7 fires when a proxy tells of jobs and certificates what too few validators have said', () => {
    const steps = [
      { op: 'read', jobs: 'client' },
      { op: 'read', certificates: 0 },
    ];
    const nothing = scenarioOf({ clients: { alice: {} }, steps: { alice: steps } });
    const result = runScenario(nothing, { proxyRules: { ...PROXY_RULES, quorum: () => 2 } });
    const { violations = [] } = result.oracles.find(({ name }) => name === 'read-quorum') ?? {};
    expect(violations.map(({ facts }) => facts['query'])).toEqual([
      'GetEscrowJobs',
      'GetCertificates',
    ]);
  });

  it('P7 fires when a proxy tells a supply that one validator vouches for', () => {
    const vouchedFor = (said: readonly bigint[]) => said.reduce((a, b) => a + b, 0n);
    const result = runScenario(minting, { proxyRules: { ...PROXY_RULES, vouchedFor } });
    expect(violationsOf('read-quorum', result)).toBe(1);
  });

  it.each<readonly [string, Partial<ProxyRules>]>([
    ['only one validator has said something', { quorum: () => 1, faultyMax: () => 0 }],
    ['too few have, and they agree', { quorum: () => 2 }],
  ])('P7 fires when a proxy tells of an account what %s', (_, wrong) => {
    const result = runScenario(scenario, { proxyRules: { ...PROXY_RULES, ...wrong } });
    expect(violationsOf('read-quorum', result)).toBe(2);
    expect(result.verdict).toBe('violation:read-quorum');
  });

  it('P7 fires for a proxy that has heard too few while another has heard them all', () => {
    const near = { delay: { dist: 'const', mean: '10 ms' } };
    const far = { delay: { dist: 'const', mean: '60 ms' } };
    const both = scenarioOf({
      proxies: 2,
      clients: { alice: { balance: 10 }, bob: { proxy: 'p2' } },
      network: { default: near, links: [{ from: '*', to: 'p1', ...far }] },
      steps: { alice: [{ op: 'read' }], bob: [{ op: 'read', of: 'alice' }] },
    });
    const wrong = runScenario(both, { proxyRules: { ...PROXY_RULES, quorum: () => 2 } });
    const { violations = [] } = wrong.oracles.find(({ name }) => name === 'read-quorum') ?? {};
    expect(violations.map(({ facts }) => facts['proxy'])).toEqual(['p2', 'p1']);
    expect(runScenario(both).verdict).toBe('pass');
  });

  it.each([scenario, lookups, minting])('is silent about correct rules', (each) => {
    const result = runScenario(each);
    expect(violationsOf('read-quorum', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });
});
