import { VALIDATOR_RULES } from '@quorate/core';
import { formatDuration } from '@quorate/network';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { recordRun } from '../../recording/record-run.ts';
import { runScenario } from '../../run-scenario.ts';

const { submission } = VALIDATOR_RULES;
const busy = {
  type: 'Rejected',
  rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 },
} as const;
const mute = { ...VALIDATOR_RULES, submission: { ...submission, V4: () => busy } };

/** Alice's first request is lost while a clock is two hours ahead; then it is set back. */
const aheadFor = (simTime: string, node = 'alice') =>
  scenarioOf({
    clients: { alice: { balance: 10 }, bob: {} },
    steps: { alice: [pay('bob', 1)] },
    faults: [
      { id: 'cut', kind: 'cut', from: 'alice', to: 'p1', at: '0 ms' },
      { id: 'ahead', kind: 'clock', node, at: '0 ms', offset: '2 h' },
    ],
    phases: { chaos: '2 s', heal: 'all' },
    limits: { simTime },
  });

describe('liveness-honest, if a clock was ahead', () => {
  it('asks for nothing while the node still waits for as long as its clock was ahead', () => {
    const { verdict, operations } = runScenario(aheadFor('5 min'));
    expect([verdict, ...operations.map(({ outcome }) => outcome)]).toEqual(['pass', 'unknown']);
  });

  it('asks for an answer after that, and gets it from correct validators alone', () => {
    const { verdict, operations } = runScenario(aheadFor('3 h'));
    expect([verdict, ...operations.map(({ outcome }) => outcome)]).toEqual(['pass', 'final']);
    const muted = runScenario(aheadFor('3 h'), { validatorRules: mute });
    expect(violationsOf('liveness-honest', muted)).toBeGreaterThan(0);
  });

  it('has users try again once nobody waits for that reason any more', () => {
    const { events } = recordRun(aheadFor('3 h', 'v1'), { validatorRules: mute });
    const restarts = events.filter(({ to, kind }) => to === 'alice' && kind === 'Restart');
    expect(restarts.map(({ at }) => formatDuration(at))).toEqual(['7202 s']);
  });
});
