import { EMPTY_LEDGER, PROXY_RULES } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { createCommitteeBook } from '../committee-book.ts';
import type { GivenSuccess, Retrospect } from '../oracle.ts';
import { deliveredToAll } from './delivered-to-all.ts';

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

  it('P1 asks it of each proxy that has acknowledged it, and for members of the committee', () => {
    const members = ['v1', 'v2'].map((host) => ({
      validator: { address: addressOf(host), host, rpcPort: 0 },
      operator: undefined,
    }));
    const committees = createCommitteeBook({ epoch: 0, members });
    const facts = { id: 'ab'.repeat(32), transaction: { sender: addressOf('alice'), nonce: 0n } };
    const certificate = { signatures: [[addressOf('v1'), '']] };
    const broughtBy = (able: string, ...lacking: readonly string[]) => {
      const oracle = deliveredToAll({ committees, nameOf: () => 'alice' });
      for (const by of ['p1', 'p2']) {
        const success = { by, role: 'proxy', asked: undefined, certificate, facts };
        oracle.noteSuccess?.(success as never as GivenSuccess);
      }
      const validators = lacking.map((name) => ({ name, state: { ledger: EMPTY_LEDGER } }));
      const run = { validators, couldBring: (proxy: string) => proxy === able };
      return oracle.atRest?.(run as never as Retrospect)?.facts;
    };
    expect(broughtBy('p2', 'v9', 'v2')).toMatchObject({ proxy: 'p2', validator: 'v2' });
    expect(broughtBy('p1', 'v2')).toMatchObject({ proxy: 'p1', validator: 'v2' });
    expect(broughtBy('p3', 'v2')).toBeUndefined();
    expect(broughtBy('p1', 'v9')).toBeUndefined();
  });
});
