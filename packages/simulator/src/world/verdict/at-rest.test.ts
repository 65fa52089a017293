import { VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { guestValidator } from '../../../test/guests.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { NodeMakers } from '../guests/guests.ts';

const guest = guestValidator(VALIDATOR_RULES);
const nodes = { v1: guest, v2: guest, v3: guest };

function findings(scenario: Scenario, makers: NodeMakers = nodes): readonly string[] {
  const { oracles } = runScenario(scenario, { nodes: makers });
  return oracles.flatMap(({ violations }) => violations.map(({ message }) => message));
}

describe('what guests alone settled reaches the others at rest', () => {
  // With this seed v4 is none of the quorum that is healed.
  it('that hold a lock for it (no-honest-lock)', () => {
    const when = { node: 'v4', after: 'signed' };
    const scenario = scenarioOf({
      clients: { alice: { balance: 5 }, bob: {} },
      steps: { alice: [pay('bob', 5)] },
      network: { default: { delay: { dist: 'const', mean: '10 ms' } } },
      faults: [{ id: 'cut-off', kind: 'cut', from: 'p1', to: 'v4', when }],
      phases: { chaos: '1 s', heal: 'quorum' },
      seed: 8,
    });
    expect(findings(scenario)).toEqual([]);
  });

  it('that settled what was spent of it (non-negative-at-rest)', () => {
    const withhold = { id: 'not-v4', act: 'stale-committee', members: ['v1', 'v2', 'v3'] };
    const scenario = scenarioOf({
      proxies: 2,
      clients: { alice: { balance: 5, proxy: 'p2' }, bob: { proxy: 'p1' } },
      steps: { alice: [pay('bob', 5)], bob: [{ op: 'wait', for: '1 s' }, pay('alice', 5)] },
      byzantine: [{ id: 'stale', node: 'p2', acts: [withhold] }],
    });
    expect(findings(scenario)).toEqual([]);
  });
});

it('is delivered to a validator whose disk cannot be read, too (convergence)', () => {
  const scenario = scenarioOf({
    clients: { alice: { balance: 5 }, bob: {} },
    steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 5)] },
    faults: [
      { id: 'away', kind: 'cut', from: 'p1', to: 'v4', at: '100 ms' },
      { id: 'rots', kind: 'bit-rot', node: 'v4', at: '200 ms' },
    ],
  });
  expect(findings(scenario, {})).toEqual([]);
});

it('C2 is delivered again once it is no longer too young for a validator (convergence)', () => {
  const scenario = scenarioOf({
    clients: { alice: {} },
    steps: { alice: [{ op: 'join-committee' }] },
    requestAge: '1 min',
    faults: [{ id: 'ahead', kind: 'clock', node: 'v1', at: '0 ms', offset: '2 min' }],
    limits: { simTime: '10 s' },
  });
  expect(findings(scenario, {})).toEqual([]);
});
