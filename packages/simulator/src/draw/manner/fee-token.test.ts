import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { feeTokenLines } from './fee-token.ts';

const CLIENTS = { alice: { balance: 100 }, bob: { balance: 100 }, carol: {} };
const FEES = { amount: 1, account: 'carol', token: { of: 'alice', amount: 3 } };

function base(fees: object, steps: Readonly<Record<string, readonly object[]>> = {}): Scenario {
  return scenarioOf({ clients: CLIENTS, fees, steps });
}

/** Runs what is drawn for the client that creates the token, and lets Bob pay his fee in it. */
function played(seed: bigint) {
  const lines = feeTokenLines(base(FEES), DEFAULT_SWARM, drawsOf(seed));
  const scenario = base(FEES, { bob: [{ op: 'pay', to: 'carol', amount: 1 }] });
  const pay = scenario.workload[0]?.steps[0];
  if (pay?.op !== 'transaction') throw new Error('Bob does not pay');
  const workload = [
    { id: 'of-alice', client: 'alice', start: 0n, steps: lines.map(({ step }) => step) },
    { id: 'of-bob', client: 'bob', start: 0n, steps: [{ ...pay, feeToken: 'fee-token' }] },
  ];
  return { count: lines.length, result: runScenario({ ...scenario, workload }) };
}

describe('the token that fees may be paid in', () => {
  it('V7 is made first, and mostly so that others can pay in it', () => {
    const seen = new Set<string>();
    for (let seed = 0n; seed < 12n; seed += 1n) {
      const { count, result } = played(seed);
      expect(result.verdict).toBe('pass');
      const outcome = result.operations.find(({ client }) => client === 'bob')?.outcome;
      expect(outcome).toBe(count === 1 ? 'final' : 'refused');
      seen.add(`${count}`);
    }
    expect(seen).toEqual(new Set(['1', '2']));
  });

  it('is not made where there is none, nor by a client that has something else to do', () => {
    const { token: _, ...native } = FEES;
    expect(feeTokenLines(base(native), DEFAULT_SWARM, drawsOf(1n))).toEqual([]);
    const busy = base(FEES, { alice: [{ op: 'leave-committee' }] });
    expect(feeTokenLines(busy, DEFAULT_SWARM, drawsOf(1n))).toEqual([]);
  });
});
