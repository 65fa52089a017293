import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import type { OperationReport } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';
import { tookTooLong } from './took-too-long.ts';

const SECOND = 1_000_000_000n;

function scenarioWith(delay: string) {
  return scenarioOf({
    clients: { alice: {} },
    steps: { alice: [pay('alice', 1)] },
    network: { default: { delay: { dist: 'exp', mean: delay } } },
    phases: { chaos: '10 s', heal: 'all' },
  });
}

/** An operation that lasted from one second of the run to another. */
function lasting(from: bigint, to: bigint): OperationReport {
  const [startedAt, endedAt] = [from * SECOND, to * SECOND];
  return { client: 'alice', summary: 'pays', outcome: 'final', startedAt, endedAt };
}

describe('what took too long', () => {
  const scenario = scenarioWith('50 ms');

  it('liveness-honest is what lasts for more than two minutes once all is well', () => {
    expect(tookTooLong([lasting(0n, 130n), lasting(100n, 220n)], scenario)).toEqual([]);
    expect(tookTooLong([lasting(0n, 131n)], scenario)).toEqual([
      'alice pays: took 121 s when all was well',
    ]);
    expect(tookTooLong([lasting(100n, 221n)], scenario)).toHaveLength(1);
  });

  it('is counted from when the client was done with what it was asked before', () => {
    expect(tookTooLong([lasting(0n, 130n), lasting(0n, 250n)], scenario)).toEqual([]);
    expect(tookTooLong([lasting(0n, 130n), lasting(0n, 251n)], scenario)).toHaveLength(1);
  });

  it('is nothing where a single message may take longer', () => {
    expect(tookTooLong([lasting(0n, 500n)], scenarioWith('2 s'))).toEqual([]);
  });
});

it.each([
  ['1 min', 'final'],
  ['5 min', 'unknown'],
])(
  'C2 liveness-honest is silent about a request in an epoch that has to be %s old',
  (age, outcome) => {
    const scenario = scenarioOf({
      clients: { alice: {} },
      steps: { alice: [{ op: 'join-committee' }] },
      requestAge: age,
      limits: { simTime: '20 min' },
    });
    const { operations, oracles } = runScenario(scenario);
    expect(operations.map((each) => each.outcome)).toEqual([outcome]);
    expect(oracles.filter(({ violations }) => violations.length > 0)).toEqual([]);
  },
);
