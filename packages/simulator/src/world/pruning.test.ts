import { certificateKey, PROXY_RULES, VALIDATOR_RULES } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, type ScenarioParts, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

const STEPS = {
  alice: [1, 2, 3, 4, 5, 6].flatMap((amount) => [
    pay('bob', amount),
    { op: 'wait', for: '500 ms' },
  ]),
  bob: [1, 2, 3, 4].flatMap((amount) => [pay('alice', amount), { op: 'wait', for: '700 ms' }]),
};

/** Counts how often nodes prune something, or would have if they were allowed to. */
function run(parts: Partial<ScenarioParts>, seed: bigint) {
  let asked = { validators: 0, proxies: 0 };
  const result = runScenario(
    scenarioOf({
      clients: { alice: { balance: 100 }, bob: { balance: 100 } },
      disk: { flush: { dist: 'exp', mean: '20 ms', min: '1 ms' } },
      steps: STEPS,
      ...parts,
    }),
    {
      seed,
      validatorRules: {
        ...VALIDATOR_RULES,
        mayPrune(transaction) {
          asked = { ...asked, validators: asked.validators + 1 };
          return VALIDATOR_RULES.mayPrune(transaction);
        },
      },
      proxyRules: {
        ...PROXY_RULES,
        mayPrune(transaction) {
          asked = { ...asked, proxies: asked.proxies + 1 };
          return PROXY_RULES.mayPrune(transaction);
        },
      },
    },
  );
  return { result, asked };
}

const anyCrash = fc.record({
  node: fc.constantFrom('v1', 'v2', 'v3', 'v4', 'p1'),
  at: fc.integer({ min: 0, max: 9000 }).map((at) => `${at} ms`),
  disk: fc.constantFrom('keep', 'lose-unsynced', 'torn'),
  restartAfter: fc.integer({ min: 1, max: 400 }).map((wait) => `${wait} ms`),
});

const anyPrune = fc.record({
  olderThan: fc.constantFrom('1 s', '2 s'),
  keepPerAccount: fc.integer({ min: 1, max: 3 }),
  archives: fc.constantFrom(['v1'], ['v4', 'p1']),
});

describe('a cluster that prunes', () => {
  it('loses nothing but certificates, whenever anybody crashes, as long as there is an archive', () => {
    fc.assert(
      fc.property(
        anyPrune,
        fc.array(anyCrash, { maxLength: 6 }),
        fc.bigInt({ min: 0n, max: 2n ** 32n }),
        (prune, crashes, seed) => {
          const faults = crashes.map((crash, index) => ({
            id: `crash-${index}`,
            kind: 'crash',
            ...crash,
          }));
          const { result, asked } = run({ prune, faults }, seed);
          const broken = result.oracles.filter(({ violations }) => violations.length > 0);
          expect(broken).toEqual([]);
          expect(result.operations.map(({ outcome }) => outcome)).not.toContain('refused');
          expect(asked.validators).toBeGreaterThan(0);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it.each([
    ['a trace of something else', { pruned: '00'.repeat(32) }],
    ['no trace', undefined],
  ])('certificate-kept: is found out where a validator leaves %s', (_what, left) => {
    const { effects } = VALIDATOR_RULES;
    const rows: typeof effects.rows = (delivery, scratch) => {
      const { sender, nonce } = delivery.transaction;
      const own = effects.rows(delivery, scratch);
      if (nonce === 0n) return own;
      return [...own, { key: certificateKey(sender, nonce - 1n), value: left }];
    };
    const rules = { ...VALIDATOR_RULES, effects: { ...effects, rows } };
    const clients = { alice: { balance: 100 }, bob: { balance: 100 } };
    const result = runScenario(scenarioOf({ clients, steps: STEPS }), { validatorRules: rules });
    expect(result.verdict).toBe('violation:certificate-kept');
  });

  it.each([
    ['what its sender marked archival', { ...(pay('bob', 1) as object), archival: true }],
    ['a request for a seat', { op: 'join-committee' }],
  ])('certificate-kept: is found out where a validator lets go of %s', (_what, step) => {
    const scenario = scenarioOf({
      clients: { alice: { balance: 100 }, bob: {} },
      prune: {},
      steps: { alice: [step, pay('bob', 2), { op: 'wait', for: '5 s' }, pay('bob', 3)] },
    });
    expect(runScenario(scenario).verdict).toBe('pass');
    const validatorRules = { ...VALIDATOR_RULES, mayPrune: () => true };
    expect(runScenario(scenario, { validatorRules }).verdict).toBe('violation:certificate-kept');
  });

  it('lets go of the same in every node but the archives, and of nothing without a policy', () => {
    const keepPerAccount = 1;
    const all = run({ prune: { keepPerAccount } }, 1n).asked;
    expect(all).toEqual({ validators: 4 * 8, proxies: 8 });
    const archives = ['v1', 'v2', 'v3', 'p1'];
    expect(run({ prune: { keepPerAccount, archives } }, 1n).asked).toEqual({
      validators: 8,
      proxies: 0,
    });
    expect(run({}, 1n).asked).toEqual({ validators: 0, proxies: 0 });
  });
});
