import { CLIENT_RULES } from '@quorate/core';
import { MUTANTS } from '@quorate/mutants';
import {
  type ExploreOptions,
  exploreScenario,
  loadScenario,
  printScenario,
  runScenario,
  type WrongRules,
} from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutantOf, rulesOf } from '../mutants/mutant-of.ts';
import { scenarioOf } from '../scenario-documents.ts';

/** Mallory hands two payments for one nonce to all validators, of which some sign anything. */
function rivals(size: number, ...liars: readonly string[]) {
  const validators = Array.from({ length: size }, (_, index) => `v${index + 1}`);
  const rival = (to: string) => ({ to, amount: 100, validators });
  const twice = { id: 'twice', act: 'equivocate', rivals: [rival('alice'), rival('bob')] };
  return scenarioOf({
    cluster: { validators: size, clients: { alice: {}, bob: {}, mallory: { balance: 100 } } },
    workload: [],
    byzantine: [
      { id: 'spender', node: 'mallory', acts: [twice] },
      ...liars.map((node) => ({
        id: node,
        node,
        acts: [{ id: `${node}-signs`, act: 'double-sign' }],
      })),
    ],
  });
}

/** Alice pays Bob through a proxy, later than at once. */
const paying = scenarioOf({
  cluster: { validators: 1, clients: { alice: { balance: 10 }, bob: {} } },
  workload: [
    { id: 'pays', client: 'alice', start: '2 s', steps: [{ op: 'pay', to: 'bob', amount: 1 }] },
  ],
  network: { default: { delay: { dist: 'const', mean: '50 ms' }, drop: 0.5 } },
  phases: { chaos: '30 s' },
});

/**
 * Explores, and gives the verdict and what the written scenario is made of; its file must break the
 * same invariant in a run.
 */
function broken(
  scenario: Parameters<typeof exploreScenario>[0],
  wrong: WrongRules,
  budgets: ExploreOptions = {},
) {
  const { verdict, written } = exploreScenario(scenario, { ...wrong, ...budgets });
  if (!verdict.startsWith('violation:')) return { verdict, parts: [] };
  const made = written?.scenario;
  expect([verdict, written?.scenario]).toEqual([verdict, expect.anything()]);
  if (made === undefined) return { verdict, parts: [] };
  const { oracles } = runScenario(loadScenario(printScenario(made), 'made.yaml'), wrong);
  const names = oracles.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));
  expect(names.map((name) => `violation:${name}`)).toContain(verdict);
  const parts = [
    ...made.network.order.map((turn) => turn.do),
    ...made.faults.map(({ kind }) => kind),
  ];
  return { verdict, parts };
}

describe('what an exploration finds is a scenario that breaks the same invariant in a run', () => {
  it('with wrong cores, lies beyond f and all that may go wrong', () => {
    const one = fc.nat({ max: 1 });
    // With a duplicate there are too many orders to find much among so few states.
    const duplicates = fc.constantFrom(0, 0, 0, 1);
    const budgets = fc.record({ drops: one, duplicates, crashes: one, timeouts: one });
    // Two liars of two break something in two draws of three, and the others in one of ten: few draws
    // would often find nothing at all.
    const cases = fc.oneof(
      fc.constant(rivals(2, 'v1', 'v2')),
      fc.constantFrom(rivals(1), rivals(2), rivals(2, 'v2'), paying),
    );
    let found = 0;
    const property = fc.property(
      cases,
      fc.constantFrom(...MUTANTS),
      budgets,
      (scenario, mutant, some) => {
        const { parts } = broken(scenario, rulesOf(mutant), { ...some, maxStates: 300 });
        if (parts.length > 0) found += 1;
      },
    );
    fc.assert(property, { numRuns: 40 });
    expect(found).toBeGreaterThan(0);
  });

  it('with two liars of two', () => {
    const { verdict, parts } = broken(rivals(2, 'v1', 'v2'), {});
    expect(verdict).toBe('violation:unique-certificate');
    expect(parts).toContain('deliver');
  });

  it.each([
    ['copy', 'no-double-sign', 'lock-cleared-on-refusal', { duplicates: 1 }],
    ['crash', 'no-double-sign', 'lock-in-memory-only', { crashes: 1 }],
    ['crash', 'no-double-sign', 'answer-before-lock', { crashes: 1 }],
    ['crash', 'nonce-monotone', 'settled-before-written', { crashes: 1 }],
  ] as const)('with a %s that breaks %s', (part, invariant, id, budgets) => {
    const { verdict, parts } = broken(rivals(1), rulesOf(mutantOf(id)), budgets);
    expect(verdict).toBe(`violation:${invariant}`);
    expect(parts).toContain(part);
  });

  const cases = [
    ['certificate-valid', 'quorum-of-two-f', rivals(2, 'v2')],
    ['idempotence', 'replay-applied-again', paying],
  ] as const;
  const budgets = { drops: 1, maxStates: 400 };

  it.each(cases)('beside a graver one than %s, and passes with %s mended', (invariant, id, one) => {
    const wrong = rulesOf(mutantOf(id));
    const { verdict, written } = exploreScenario(one, { ...wrong, ...budgets });
    expect(verdict).toBe(`violation:${invariant}`);
    expect(written).toMatchObject({ isCut: false });
    if (written?.scenario === undefined) return;
    expect(runScenario(written.scenario, wrong).verdict).not.toBe(verdict);
    expect(runScenario(written.scenario).verdict).toBe('pass');
  });

  it.each(cases)('ends with %s where that is expected of %s', (invariant, id, one) => {
    const wrong = rulesOf(mutantOf(id));
    const verdict = `violation:${invariant}` as const;
    const expecting = { ...one, expect: { ...one.expect, verdict } };
    const { written } = exploreScenario(expecting, { ...wrong, ...budgets });
    expect(written).toMatchObject({ isCut: true });
    if (written?.scenario === undefined) return;
    expect(runScenario(written.scenario, wrong).verdict).toBe(verdict);
  });

  it('right after the order if it has to, and passes without limits once the core is mended', () => {
    const wrong = rulesOf(mutantOf('lock-unchecked'));
    const { verdict, written } = exploreScenario(paying, { ...wrong, ...budgets });
    expect([verdict, written]).toMatchObject(['violation:idempotence', { isCut: true }]);
    if (written?.scenario === undefined) return;
    const mended = { ...written.scenario, limits: paying.limits };
    expect(runScenario(mended, wrong).verdict).toBe('pass');
    expect(runScenario(mended).verdict).toBe('pass');
  });

  it('with a timer that goes off', () => {
    const repeated = () => {
      throw new TypeError('a bug of the core');
    };
    const wrong = { clientRules: { ...CLIENT_RULES, repeated } };
    const { verdict, parts } = broken(paying, wrong, { timeouts: 1 });
    expect(verdict).toBe('violation:nodes-do-not-break');
    expect(parts).toContain('fire');
  });
});
