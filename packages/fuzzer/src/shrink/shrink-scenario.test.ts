import { type Submission, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import {
  DEFAULT_SPACE,
  generateScenario,
  loadScenario,
  reductions,
  type Scenario,
  sizeOfScenario,
} from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causeOfScenario, runForCause } from '../outcome.ts';
import { shrinkScenario } from './shrink-scenario.ts';

const ENOUGH = { attempts: 2_000 };

const generated = fc.nat(100_000).map((seed) => generateScenario(DEFAULT_SPACE, BigInt(seed)));

/** Criteria for scenarios that need no run: how much there must be at least. */
const looks: fc.Arbitrary<(scenario: Scenario) => boolean> = fc
  .record({ operations: fc.nat(2), faults: fc.nat(2), acts: fc.nat(1), validators: fc.nat(4) })
  .map((least) => (scenario) => {
    const size = sizeOfScenario(scenario);
    return (Object.keys(least) as (keyof typeof least)[]).every((key) => size[key] >= least[key]);
  });

const PAYS = `version: 1
name: pays
description: Five validators.
cluster:
  validators: 5
  clients: { alice: { balance: 100 }, bob: { balance: 0 }, carol: { balance: 5 } }
workload:
  - { id: of-alice, client: alice, steps: [{ op: pay, to: bob, amount: 30 }] }
  - { id: of-carol, client: carol, steps: [{ op: pay, to: alice, amount: 0, outcome: refused }] }
  - { id: of-bob, client: bob, start: 5 s, steps: [{ op: pay, to: alice, amount: 300 }] }
`;

const CUT_SHORT = `version: 1
name: cut-short
cluster:
  validators: 4
  clients: { alice: { balance: 100 }, bob: { balance: 0 }, carol: { balance: 5 } }
workload:
  - id: of-alice
    client: alice
    steps: [{ op: pay, to: bob, amount: 10 }, { op: wait, for: 4 s }, { op: pay, to: bob, amount: 10 }]
  - { id: of-carol, client: carol, steps: [{ op: pay, to: bob, amount: 5 }] }
faults:
  - { id: idle, kind: pause, node: v3, at: 1 s, for: 1 s }
  - { id: gone, kind: crash, node: p1, at: 3 s }
`;

const SHARED = `version: 1
name: shared
cluster:
  validators: 4
  clients: { alice: {}, bob: {}, carol: {}, dave: { balance: 0 } }
  accounts: { treasury: { signers: [alice], quorum: 1, balance: 50 } }
workload:
  - id: of-alice
    client: alice
    steps: [{ op: pay, from: treasury, to: bob, amount: 9 }, { op: wait, for: 4 s }, { op: pay, from: treasury, to: carol, amount: 9 }]
  - { id: of-bob, client: bob, start: 5 s, steps: [{ op: pay, to: dave, amount: 9 }] }
faults:
  - { id: gone, kind: crash, node: p1, at: 3 s }
`;

/** Shrinks a scenario with an expectation that is not met. */
function shrunkAsItFails(
  expected: string,
  text = PAYS,
): { scenario: Scenario; cause: string | undefined } {
  const failing = loadScenario(`${text}expect:\n${expected}\n`, 'pays.yaml');
  const cause = causeOfScenario(failing, { crypto: 'stub' });
  const stillFails = (each: Scenario) => causeOfScenario(each, { crypto: 'stub' }) === cause;
  const options = { ...ENOUGH, isExpectation: true };
  return { scenario: shrinkScenario(failing, stillFails, options).scenario, cause };
}

/** A signature leaves the account as free as it was. */
const lockDropped: ValidatorRules = {
  ...VALIDATOR_RULES,
  takeLock: ({ account }: Submission) => account,
};

describe('shrinkScenario', () => {
  it('finds a scenario of which nothing can be left out', () => {
    fc.assert(
      fc.property(generated, looks, (scenario, isWanted) => {
        fc.pre(isWanted(scenario));
        const { scenario: smallest } = shrinkScenario(scenario, isWanted, ENOUGH);
        expect(isWanted(smallest)).toBe(true);
        expect([...reductions(smallest)].filter(isWanted)).toEqual([]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('finds the same one again', () => {
    fc.assert(
      fc.property(generated, looks, (scenario, isWanted) => {
        fc.pre(isWanted(scenario));
        const first = shrinkScenario(scenario, isWanted, ENOUGH);
        expect(shrinkScenario(scenario, isWanted, ENOUGH)).toEqual(first);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it('tries another seed where the own one does not show the failure in anything smaller', () => {
    const failing = { ...loadScenario(PAYS, 'pays.yaml'), seed: 0n };
    const isWanted = ({ cluster, seed }: Scenario) => cluster.validators.length > 4 || seed === 2n;
    const { scenario } = shrinkScenario(failing, isWanted, ENOUGH);
    expect([scenario.seed, scenario.cluster.validators]).toEqual([2n, ['v1']]);
  });

  it('tries other seeds again once values are simpler, as long as anything is left to chance', () => {
    const failing = { ...loadScenario(PAYS, 'pays.yaml'), seed: 0n };
    const isWanted = (scenario: Scenario) => {
      const { cluster, seed } = scenario;
      const alice = cluster.clients.find(({ name }) => name === 'alice');
      if (alice === undefined || sizeOfScenario(scenario).features === 0) return false;
      return cluster.validators.length > 4 || (seed === 2n && alice.balance < 10n);
    };
    const { scenario } = shrinkScenario(failing, isWanted, ENOUGH);
    expect([scenario.seed, scenario.cluster.validators]).toEqual([2n, ['v1']]);
  });

  it('runs none once it may not go on, and counts only those that were run', () => {
    fc.assert(
      fc.property(generated, fc.nat(5), (scenario, most) => {
        let runs = 0;
        const mayGoOn = () => runs < most;
        const count = () => {
          runs += 1;
          return false;
        };
        const { attempts } = shrinkScenario(scenario, count, { attempts: 100, mayGoOn });
        expect([attempts, runs]).toEqual([runs, Math.min(runs, most)]);
      }),
    );
  });

  it('runs no more scenarios than it may, none twice, and never the given one', () => {
    fc.assert(
      fc.property(
        generated,
        fc.nat(60),
        fc.infiniteStream(fc.boolean()),
        (scenario, most, luck) => {
          const seen: Scenario[] = [];
          const { attempts, from, to } = shrinkScenario(
            scenario,
            (candidate) => {
              seen.push(candidate);
              return luck.next().value ?? false;
            },
            { attempts: most },
          );
          expect(attempts).toBe(seen.length);
          expect(attempts).toBeLessThanOrEqual(most);
          expect(seen).not.toContainEqual(scenario);
          for (const [index, each] of seen.entries()) {
            expect(seen.slice(index + 1)).not.toContainEqual(each);
          }
          expect(from).toEqual(sizeOfScenario(scenario));
          expect(to.operations).toBeLessThanOrEqual(from.operations);
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('leaves a failed expectation as it was, for the same client and with the same balance', () => {
    const { scenario } = shrunkAsItFails(`  balances: { alice: 70, bob: 31 }`);
    expect(scenario.expect.balances).toEqual([{ client: 'bob', balance: 31n }]);
    expect(scenario.workload.flatMap(({ client, steps }) => [client, steps])).toMatchObject([
      'alice',
      [{ operations: [{ op: 'pay', to: 'bob', amount: 30n }] }],
    ]);
    expect(scenario.cluster.validators).toEqual(['v1']);
  });

  it('leaves a failed outcome the code of its refusal', () => {
    const { scenario, cause } = shrunkAsItFails(`  outcomes: { bob: final }`);
    expect(cause).toBe('expectation: outcomes.bob refused (InsufficientFunding) instead of final');
    expect(scenario.workload.flatMap(({ steps }) => steps)).toMatchObject([
      { operations: [{ op: 'pay', amount: 1n }] },
    ]);
  });

  it('leaves all that clients do, and the fault to blame, where an expectation is met without it', () => {
    const { scenario, cause } = shrunkAsItFails(`  balances: { alice: 80 }`, CUT_SHORT);
    expect(cause).toBe('expectation: balances.alice at _ 90 instead of 80');
    expect(scenario.faults.map(({ id }) => id)).toEqual(['gone']);
    expect(scenario.workload.map(({ client, steps }) => [client, steps.length])).toEqual([
      ['alice', 3],
      ['carol', 1],
    ]);
    expect(scenario.cluster.validators).toEqual(['v1']);
  });

  it.each(['carol', 'dave'])('leaves %s what was to be paid with, and when', (payee) => {
    const { scenario } = shrunkAsItFails(`  balances: { ${payee}: 9 }`, SHARED);
    expect(scenario.faults.map(({ id }) => id)).toEqual(['gone']);
    const calm = { ...scenario, faults: [] };
    expect(causeOfScenario(calm, { crypto: 'stub' })).toBeUndefined();
  });

  it('leaves the fault to blame in a scenario with a swarm, too', () => {
    const swarm = `swarm: { profile: none, odds: 0, steps: [0, 0] }\n`;
    const quick = `  thresholds: [{ metric: finality-time, max: 5 s }]`;
    const { scenario, cause } = shrunkAsItFails(quick, `${CUT_SHORT}${swarm}`);
    expect(cause).toMatch(/^expectation: thresholds/);
    expect(scenario.swarm).toBeUndefined();
    expect(scenario.faults.map(({ id }) => id)).toEqual(['gone']);
    expect(scenario.workload.flatMap(({ steps }) => steps)).toHaveLength(4);
  });

  it('says from which scenario the description is', () => {
    const { scenario } = shrunkAsItFails(`  certificates: 5`);
    expect(scenario.description).toBe('Shrunk from: Five validators.');
    const again = shrinkScenario(scenario, () => true, { attempts: 3 }).scenario;
    expect(again.description).toBe('Shrunk from: Five validators.');
    const whole = shrinkScenario(scenario, () => false, { attempts: 3 }).scenario;
    expect(whole).toBe(scenario);
  });

  it('leaves of a double-spend one lying client, and the cause', () => {
    const fails = (scenario: Scenario, crypto: 'stub' | 'full' = 'stub') =>
      runForCause(scenario, { crypto, validatorRules: lockDropped }).cause;
    const isDoubleSign = (scenario: Scenario) => fails(scenario)?.startsWith('no-double-sign');
    const seeds = Array.from({ length: 200 }, (_, seed) => BigInt(seed));
    const found = seeds
      .map((seed) => generateScenario(DEFAULT_SPACE, seed))
      .find((scenario) => isDoubleSign(scenario) && sizeOfScenario(scenario).acts > 2);
    if (found === undefined) throw new Error('no seed shows the wrong rule');
    const cause = fails(found);
    const { scenario, to } = shrinkScenario(found, (each) => fails(each) === cause, ENOUGH);
    expect(to).toMatchObject({ faults: 0, acts: 1, validators: 1, clients: 1, features: 0 });
    expect(to.operations).toBeLessThanOrEqual(1);
    expect(fails(scenario, 'full')).toBe(cause);
  });
});
