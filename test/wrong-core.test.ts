import { quorumSize, type Submission, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { type RunResult, runScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioOf, shippedScenario } from './scenario-documents.ts';
import { VERDICT_ONLY } from './verdict-only.ts';

/** Any two validators can certify. */
const QUORUM_OF_TWO: ValidatorRules = { ...VALIDATOR_RULES, quorum: () => 2 };

/** A signature leaves the account as free as it was. */
const LOCK_DROPPED: ValidatorRules = {
  ...VALIDATOR_RULES,
  takeLock: ({ account }: Submission) => account,
};

const doubleSpend = shippedScenario('double-spend.yaml');

function violated({ oracles }: RunResult): readonly string[] {
  return oracles.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));
}

/**
 * Answers come only after every request of their round, so that chance does not hide what is wrong.
 */
const STEADY = { delay: { dist: 'uniform', min: '40 ms', max: '60 ms' } };

/**
 * Alice signs two transactions for one nonce, and hands one to some validators and the other to the
 * rest; later she tries the other one on each side. Neither side is a quorum.
 */
function equivocations(network: fc.Arbitrary<object>, pause: fc.Arbitrary<number>) {
  return fc
    .integer({ min: 4, max: 7 })
    .chain((size) => {
      const validators = Array.from({ length: size }, (_, index) => `v${index + 1}`);
      const sideMax = quorumSize(size) - 1;
      return fc.record({
        seed: fc.integer({ min: 0 }),
        network: fc.record({ default: network }),
        validators: fc.constant(validators),
        first: fc.subarray(validators, { minLength: size - sideMax, maxLength: sideMax }),
        pause,
      });
    })
    .map(({ seed, network: links, validators, first, pause: between }) =>
      scenarioOf({
        seed,
        network: links,
        cluster: {
          validators: validators.length,
          clients: { alice: { balance: 100 }, bob: { balance: 50 }, carol: {} },
        },
        workload: [
          { id: 'attack', client: 'alice', steps: attack(validators, first, between) },
          { id: 'honest', client: 'bob', steps: [{ op: 'pay', to: 'carol', amount: 10 }] },
        ],
        // An answer that is lost is asked for again every fifteen seconds, and may be lost again.
        limits: { simTime: '10 min' },
      }),
    );
}

function attack(validators: readonly string[], first: readonly string[], pause: number) {
  const second = validators.filter((name) => !first.includes(name));
  return [
    { op: 'sign', as: 'A', to: 'bob', amount: 100, nonce: 0 },
    { op: 'sign', as: 'B', to: 'carol', amount: 100, nonce: 0 },
    { op: 'send', transaction: 'A', validators: first },
    { op: 'send', transaction: 'B', validators: second },
    { op: 'wait', for: `${pause} ms` },
    { op: 'send', transaction: 'A', validators: second },
    { op: 'send', transaction: 'B', validators: first },
  ];
}

const steady = equivocations(fc.constant(STEADY), fc.integer({ min: 200, max: 1_000 }));

const wild = equivocations(
  fc.record({
    delay: fc.constantFrom({ dist: 'exp', mean: '50 ms' }, { dist: 'const', mean: '1 ms' }),
    drop: fc.constantFrom(0, 0.1),
  }),
  fc.integer({ min: 0, max: 1_000 }),
);

describe('a wrong core', () => {
  it('with a quorum of 2 of 4 makes double-spend.yaml fail: unique-certificate', () => {
    const result = runScenario(doubleSpend, { validatorRules: QUORUM_OF_TWO });
    expect(result.verdict).toBe('violation:unique-certificate');
    expect(violated(result)).toContain('certificate-valid');
  });

  it('without the lock makes double-spend.yaml fail: no-double-sign, unique-certificate', () => {
    const result = runScenario(doubleSpend, { validatorRules: LOCK_DROPPED });
    expect(result.verdict).toBe('violation:no-double-sign');
    expect(violated(result)).toContain('unique-certificate');
  });

  it('with a quorum of 2 is detected by every split of an equivocating client', () => {
    fc.assert(
      fc.property(steady, (scenario) => {
        const result = runScenario(scenario, {
          validatorRules: QUORUM_OF_TWO,
          watching: VERDICT_ONLY,
        });
        expect(violated(result)).toEqual(
          expect.arrayContaining(['unique-certificate', 'certificate-valid']),
        );
      }),
    );
  });

  it('without the lock is detected by every split of an equivocating client', () => {
    fc.assert(
      fc.property(steady, (scenario) => {
        const result = runScenario(scenario, {
          validatorRules: LOCK_DROPPED,
          watching: VERDICT_ONLY,
        });
        expect(violated(result)).toEqual(
          expect.arrayContaining(['no-double-sign', 'unique-certificate']),
        );
      }),
    );
  });
});

describe('the correct core', () => {
  it('passes double-spend.yaml as it ships', () => {
    const result = runScenario(doubleSpend);
    expect(result.verdict).toBe('pass');
    expect(result.failedExpectations).toEqual([]);
  });

  it('never certifies twice, and harms nobody else, whatever the split', () => {
    fc.assert(
      fc.property(wild, (scenario) => {
        const result = runScenario(scenario, { watching: VERDICT_ONLY });
        expect(violated(result)).toEqual([]);
        expect(result.certificates.filter(({ client }) => client === 'alice').length).toBeLessThan(
          2,
        );
        expect(result.accounts.find(({ client }) => client === 'bob')?.outcome).toBe('final');
      }),
    );
  });
});
