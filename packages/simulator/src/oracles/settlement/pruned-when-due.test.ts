import { PROXY_RULES, VALIDATOR_RULES } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { prunedWhenDue } from './pruned-when-due.ts';

const STEPS = {
  alice: [pay('bob', 1), pay('bob', 2), { op: 'wait', for: '3 s' }, pay('bob', 3)],
};

function paying(more: Partial<ScenarioParts> = {}) {
  const clients = { alice: { balance: 10 }, bob: {} };
  return scenarioOf({ clients, steps: STEPS, prune: {}, ...more });
}

describe('pruned-when-due', () => {
  const validatorRules = { ...VALIDATOR_RULES, mayPrune: () => false };
  const proxyRules = { ...PROXY_RULES, mayPrune: () => false };

  it.each([
    ['validator', { validatorRules }],
    ['proxy', { proxyRules }],
  ])('finds a %s that lets go of nothing', (_role, wrong) => {
    const result = runScenario(paying(), wrong);
    expect(result.verdict).toBe('violation:pruned-when-due');
  });

  it.each([
    ['has let go of all that it may', {}],
    ['was told to keep more', { prune: { keepPerAccount: 3 } }],
    [
      'has what is to last',
      {
        steps: {
          alice: STEPS.alice.map((step) =>
            'for' in (step as object) ? step : { ...(step as object), archival: true },
          ),
        },
      },
    ],
  ])('is silent about a node that %s', (_what, more) => {
    expect(violationsOf('pruned-when-due', runScenario(paying(more)))).toBe(0);
  });

  it('has nothing against archives, nor where nobody prunes', () => {
    const archives = ['v1', 'v2', 'v3', 'v4', 'p1'];
    const wrong = { validatorRules, proxyRules };
    for (const prune of [{ archives }, { keepPerAccount: 5 }]) {
      expect(violationsOf('pruned-when-due', runScenario(paying({ prune }), wrong))).toBe(0);
    }
  });

  it('C7: is silent about a validator that was held up by a change and prunes after it', () => {
    const changing = paying({
      changes: [{ id: 'renew', at: '2 s', members: ['v1', 'v2', 'v3', 'v4'] }],
      steps: { alice: [pay('bob', 1), { op: 'wait', for: '1900 ms' }, pay('bob', 2)] },
    });
    expect(violationsOf('pruned-when-due', runScenario(changing))).toBe(0);
  });

  it('C7: finds a validator that was held up by a change and does not look again after it', () => {
    const id = '07'.repeat(32);
    const sender = '01'.repeat(32) as Address;
    const handover = { pushes: [{ epoch: 1 }], late: new Map() };
    const pruning = { policy: { keepPerAccount: 1n, olderThanNanos: 0n } };
    const ledger = { account: new Map([[sender, { nextNonce: 2n }]]) };
    const held = { status: 'active', handover, pruning, ledger };
    const served = { ...held, handover: { ...handover, pushes: [] } };
    const certificate = {
      envelope: envelopeOf(sender, { kind: 'Burn', tokenId: id, amount: 1n } as never),
      signatures: [],
    };
    const rows = [{ key: `certificate/${sender}/0`, value: { certificate, settledAt: 1n } }];
    const foundIn = (state: object) => {
      const { afterHandover, afterStep, atRest } = prunedWhenDue();
      const observation = { before: held, after: held, input: { type: 'Timer' }, effects: [] };
      const step = { observation, changes: [], now: () => 5n, disk: () => rows };
      afterHandover?.({ ...step, node: 'v1', isFirst: true } as never);
      afterStep?.({ ...step, validator: 'v1' } as never);
      const resting = [{ name: 'v1', role: 'validator', state }];
      return atRest?.({ resting } as never)?.facts['node'];
    };
    expect(foundIn(served)).toBe('v1');
    expect(foundIn(held)).toBeUndefined();
    expect(foundIn({ ...served, status: 'retired' })).toBeUndefined();
  });

  it.each([
    ['v1', [{ id: 'again', kind: 'clock', node: 'v1', at: '3 s', offset: '3 h' }]],
    ['p1', []],
  ])('lets %s keep what is dated an hour after its clock as it looks', (node, more) => {
    const leap = { id: 'ahead', kind: 'clock', node, at: '0 s', offset: '2 h', for: '1300 ms' };
    const crash = { id: 'down', kind: 'crash', node, at: '1400 ms', restartAfter: '100 ms' };
    const leaping = paying({ faults: [leap, crash, ...more] });
    expect(violationsOf('pruned-when-due', runScenario(leaping))).toBe(0);
  });
});
