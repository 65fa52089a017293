import { CLIENT_RULES, type ClientRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Resting, Retrospect } from '../oracle.ts';
import { nothingLeftUndone } from './nothing-left-undone.ts';

const paying = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1), pay('bob', 2)] },
});

/** Nobody hears the proxy, so nothing comes of the payment. */
const unheard = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1), { op: 'wait', for: '5 s' }, pay('bob', 2)] },
  faults: [{ id: 'gone', kind: 'cut', from: ['v1', 'v2', 'v3', 'v4'], to: 'p1', at: '4 s' }],
  limits: { simTime: '40 min' },
});

function taskOf(resting: object): string | undefined {
  const run = { resting: [resting as Resting] } as unknown as Retrospect;
  return nothingLeftUndone().atRest?.(run)?.facts['task'];
}

/** A validator at rest with nothing but this on its mind. */
function validator(handover: object): object {
  const idle = { late: new Map(), pushes: [], rumours: [], merge: undefined };
  return { role: 'validator', name: 'v1', state: { handover: { ...idle, ...handover } } };
}

function proxy(state: object): object {
  const idle = { submissions: new Map(), reads: new Map() };
  return { role: 'proxy', name: 'p1', state: { ...idle, ...state } };
}

describe('nothing-left-undone', () => {
  it('P8 fires when a client neither sends its transaction nor sets a time to do so', () => {
    let begun = 0;
    const order: ClientRules['order'] = (persist, sending) => {
      begun += 1;
      return begun === 1 ? [persist, ...sending] : [persist];
    };
    const clientRules = { ...CLIENT_RULES, order };
    const result = runScenario(paying, { clientRules });
    expect(violationsOf('nothing-left-undone', result)).toBe(1);
    expect(result.verdict).toBe('violation:nothing-left-undone');
  });

  it.each([
    ['all is done', paying],
    ['a client has given up', unheard],
  ])('is silent about correct rules where %s', (_, scenario) => {
    const result = runScenario(scenario);
    expect(violationsOf('nothing-left-undone', result)).toBe(0);
    expect(result.verdict).not.toMatch(/^violation/);
  });

  it.each([
    ['to bring on alice/0', validator({ late: new Map([['alice/0', {}]]) })],
    ['to tell that epoch 2 has begun', validator({ pushes: [{ epoch: 2 }] })],
    ['to settle what begins epoch 3', validator({ rumours: [{ epoch: 3 }] })],
    ['to merge its way into epoch 1', validator({ merge: { epoch: 1 } })],
    ['to drive some-id', proxy({ submissions: new Map([['some-id', {}]]) })],
    ['to answer read-1', proxy({ reads: new Map([[1, { waiting: { requestId: 'read-1' } }]]) })],
    [undefined, validator({})],
    [undefined, proxy({})],
    [undefined, { role: 'client', name: 'alice', state: { inFlight: { isResting: true } } }],
  ])('finds what is left: %s', (task, resting) => {
    expect(taskOf(resting)).toBe(task);
  });
});
