import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

const clients = { alice: { balance: 100 }, bob: { balance: 5 } };
const steps = { alice: [pay('bob', 1)], bob: [{ op: 'wait', for: '1 s' }, pay('alice', 1)] };

/** A node stands still from a moment on, for good or for a while. */
const still = (node: string, more: object) => ({ id: 'still', kind: 'pause', node, ...more });

function verdictOf(fault: object, parts: object = {}): string {
  const { verdict, faults } = runScenario(
    scenarioOf({ clients, steps, ...parts, faults: [fault] }),
  );
  expect(faults.every(({ at }) => at !== undefined)).toBe(true);
  return verdict;
}

describe('a node that stands still to the end', () => {
  it.each(['alice', 'p1'])('owes nothing: %s', (node) => {
    expect(verdictOf(still(node, { at: '10 ms' }))).toBe('pass');
  });

  it.each([60, 120, 200, 300])('owes nobody an answer: a proxy after %d ms', (at) => {
    const network = { default: { delay: { dist: 'const', mean: '50 ms' } } };
    const limits = { simTime: '1 h' };
    expect(verdictOf(still('p1', { at: `${at} ms` }), { network, limits })).toBe('pass');
  });

  it('has nobody else answer for it once it goes on', () => {
    // It goes on when the time is almost up.
    const late = { at: '10 ms', for: '59 s' };
    expect(verdictOf(still('alice', { ...late, for: '2 s' }))).toBe('pass');
    expect(verdictOf(still('p1', late), { limits: { simTime: '59100 ms' } })).toBe('liveness');
  });

  it('need not meet expectations of its ledger and of its epoch', () => {
    const bob = [{ op: 'wait', for: '5 s' }, pay('alice', 1)];
    const parts = {
      clients,
      steps: { bob },
      faults: [still('v4', { at: '2 s' })],
      changes: [{ id: 'renew', at: '3 s', members: ['v1', 'v2', 'v3', 'v4'] }],
      expect: { balances: { bob: 4 }, epoch: 1 },
    };
    expect(runScenario(scenarioOf(parts)).failedExpectations).toEqual([]);
    const mended = runScenario(scenarioOf({ ...parts, faults: [] }));
    expect(mended.failedExpectations).toEqual([]);
    const nobody = ['v1', 'v2', 'v3', 'v4'].map((node) => still(node, { at: '20 s', id: node }));
    const { failedExpectations } = runScenario(scenarioOf({ ...parts, faults: nobody }));
    expect(failedExpectations).toEqual([
      { expectation: 'balances.bob', expected: '4', actual: 'no correct member that is up' },
      { expectation: 'epoch', expected: '1', actual: '0' },
    ]);
  });

  it('tells nobody of a change that nobody else knows of', () => {
    const members = ['v1', 'v2', 'v3', 'v4'];
    const changes = [{ id: 'renew', at: '3 s', members, deliver: ['v4'] }];
    const frozen = still('v4', { when: { node: 'v4', after: 'frozen' } });
    expect(verdictOf(frozen, { changes })).toBe('pass');
    expect(verdictOf({ ...frozen, for: '5 s' }, { changes })).toBe('pass');
  });
});
