import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAmnesia, anyDisk, anyTrouble, type RawTrouble } from '../../../test/node-trouble.ts';
import { pay, type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

/** Alice signs her money away twice, in two halves and then crosswise; Bob pays honestly. */
const BUSY: ScenarioParts = {
  clients: { alice: { balance: 100 }, bob: { balance: 1_000 }, carol: {} },
  steps: {
    alice: [
      { op: 'sign', as: 'A', to: 'bob', amount: 100, nonce: 0 },
      { op: 'sign', as: 'B', to: 'carol', amount: 100, nonce: 0 },
      { op: 'send', transaction: 'A', validators: ['v1', 'v2'] },
      { op: 'send', transaction: 'B', validators: ['v3', 'v4'] },
      { op: 'wait', for: '1500 ms' },
      { op: 'send', transaction: 'A', validators: ['v3', 'v4'] },
      { op: 'send', transaction: 'B', validators: ['v1', 'v2'] },
    ],
    bob: [pay('carol', 10), pay('alice', 5), pay('carol', 1)],
  },
};

/** Anything that may happen to correct nodes, and one validator that forgets: within the budget. */
const troubles: fc.Arbitrary<readonly RawTrouble[]> = fc
  .tuple(
    fc.tuple(...['v1', 'v2', 'v3', 'p1', 'bob'].map(anyTrouble)),
    fc.oneof(anyTrouble('v4'), anyAmnesia('v4')),
  )
  .map(([correct, last]) => [...correct.flat(), ...last]);

const draws = fc.record({ faults: troubles, disk: anyDisk, seed: fc.nat() });

function run(parts: ScenarioParts, validatorRules: ValidatorRules = VALIDATOR_RULES) {
  return runScenario(scenarioOf(parts), { validatorRules });
}

/** A proxy whose clock leaps past a deadline gives up what it has just begun. */
function endings(faults: readonly RawTrouble[]): readonly string[] {
  const leaps = faults.some(({ node, kind }) => node === 'p1' && kind === 'clock');
  return leaps ? ['final', 'refused'] : ['final'];
}

function brokenIn({ oracles }: ReturnType<typeof runScenario>) {
  return oracles.flatMap(({ violations }) => violations);
}

describe('faults of nodes', () => {
  it('break no invariant, and every payment ends, whatever happens to nodes that come back', () => {
    fc.assert(
      fc.property(draws, (drawn) => {
        const result = run({ ...BUSY, ...drawn });
        expect(brokenIn(result)).toEqual([]);
        const bob = result.operations.filter(({ client }) => client === 'bob');
        expect(bob).toHaveLength(3);
        for (const { outcome } of bob) expect(endings(drawn.faults)).toContain(outcome);
      }),
      { numRuns: 25 },
    );
  });

  it('leave a run as it is until they strike, whatever they prepare for', () => {
    fc.assert(
      fc.property(draws, ({ faults, ...drawn }) => {
        const never = { when: { node: 'v1', after: 'signed', count: 1_000_000 }, at: undefined };
        const idle = faults.map((fault) => ({ ...fault, ...never }));
        const plain = run({ ...BUSY, ...drawn });
        const prepared = run({ ...BUSY, ...drawn, faults: idle });
        expect(prepared.traceHash).toBe(plain.traceHash);
        expect(prepared.drawHash).toBe(plain.drawHash);
        expect(prepared.faults.every(({ at }) => at === undefined)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('leave a run as it is where a client never crashes and a validator starts again', () => {
    const restart = { id: 'restart', kind: 'crash', node: 'v1', at: '50 ms', restartAfter: '1 ms' };
    const never = { when: { node: 'v1', after: 'signed', count: 1_000_000 } };
    const idle = { id: 'idle', kind: 'crash', node: 'bob', ...never };
    const [plain, prepared] = [[restart], [restart, idle]].map((faults) =>
      run({ ...BUSY, faults }),
    );
    expect(prepared?.drawHash).toBe(plain?.drawHash);
    expect(prepared?.events).toBe(plain?.events);
  });

  it('give one run for one seed', () => {
    fc.assert(
      fc.property(draws, (drawn) => {
        const [first, second] = [run({ ...BUSY, ...drawn }), run({ ...BUSY, ...drawn })];
        expect(second.traceHash).toBe(first.traceHash);
        expect(second.faults).toEqual(first.faults);
      }),
      { numRuns: 10 },
    );
  });
});

describe('the end of chaos', () => {
  const phases = { chaos: '5 s' };
  const down = ['v1', 'v2', 'v3', 'v4'].map((node) => ({
    id: `${node}-down`,
    kind: 'crash',
    node,
    at: '100 ms',
  }));

  function statuses({ validators }: ReturnType<typeof runScenario>) {
    return validators.map(({ status }) => status);
  }

  it('brings back nodes that are down, resumes those that stand still and puts clocks right', () => {
    const faults = [
      down[0] ?? {},
      { id: 'pause', kind: 'pause', node: 'v2', at: '100 ms' },
      { id: 'slow', kind: 'slow', node: 'v3', at: '100 ms', delay: '10 s' },
      { id: 'clock', kind: 'clock', node: 'v4', at: '100 ms', offset: '-1 h' },
      { id: 'pause-of-bob', kind: 'pause', node: 'bob', at: '100 ms' },
    ];
    const result = run({ ...BUSY, faults, phases });
    expect(statuses(result)).toEqual(['active', 'active', 'active', 'active']);
    expect(result.verdict).toBe('pass');
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['final', 'final', 'final']);
  });

  it('leaves nodes down that are not healed', () => {
    const result = run({ ...BUSY, faults: down, phases: { ...phases, heal: 'quorum' } });
    expect(statuses(result).filter((status) => status === 'crashed')).toHaveLength(1);
    expect(statuses(result).filter((status) => status === 'active')).toHaveLength(3);
    expect(result.verdict).toBe('pass');
  });

  it('lets no fault take effect afterwards', () => {
    const late = { id: 'late', kind: 'crash', node: 'v1', when: { node: 'v1', after: 'settled' } };
    const halves = { id: 'halves', kind: 'pause', node: 'p1', at: '0 ms' };
    const result = run({ ...BUSY, faults: [late, halves], phases });
    expect(result.faults.map(({ id, at }) => [id, at])).toEqual([
      ['late', undefined],
      ['halves', 0n],
    ]);
    expect(statuses(result)).toEqual(['active', 'active', 'active', 'active']);
  });
});
