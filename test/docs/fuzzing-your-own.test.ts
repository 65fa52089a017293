import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { assertInvariants, DEFAULT_SPACE, runScenario, scenarios } from '@quorate/simulator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROOT } from '../built-command.ts';

// From here to the end of the page's snippet this file is that snippet.
const { submission } = VALIDATOR_RULES;

// V5 without a check: a validator that signs whatever nonce a transaction names.
const validatorRules: ValidatorRules = {
  ...VALIDATOR_RULES,
  submission: { ...submission, V5: () => undefined },
};

test('no validator may do without V5', { timeout: 120_000 }, () => {
  const keepsAll = fc.property(scenarios(), (scenario) =>
    assertInvariants(scenario, { validatorRules }),
  );
  expect(fc.check(keepsAll, { numRuns: 1000, endOnFailure: true }).failed).toBe(true);
});

test('certificates of a sender come in the order of nonces', { timeout: 120_000 }, () => {
  const isWithoutGaps = fc.property(scenarios(), (scenario) => {
    const next = new Map<string, bigint>();
    for (const { client, nonce } of runScenario(scenario, { crypto: 'stub' }).certificates) {
      expect(nonce).toBe(next.get(client) ?? 0n);
      next.set(client, nonce + 1n);
    }
  });
  fc.assert(isWithoutGaps, { numRuns: 20 });
});

// And from here to the next comment it is that of the page about a beginning.
const none = { least: 0, greatest: 0 };
const payments = scenarios({
  validators: { least: 4, greatest: 7 },
  accounts: none,
  operations: {
    ...{ pay: 1, token: 0, state: 0, escrow: 0, claim: 0, committee: 0 },
    ...{ batch: 0, shared: 0, wait: 0, read: 0 },
  },
  byzantine: { ...DEFAULT_SPACE.byzantine, clients: none },
});

// Somebody else's validator may be able to do nothing else.
test('a validator that begins is asked for payments of honest clients alone', () => {
  const drawn = fc.sample(payments, 100);
  const steps = drawn.flatMap(({ workload }) => workload.flatMap((each) => each.steps));
  const operations = steps.flatMap((step) => (step.op === 'transaction' ? step.operations : []));
  expect(new Set(operations.map(({ op }) => op))).toEqual(new Set(['pay']));
  const liars = drawn.flatMap(({ byzantine }) => byzantine.map(({ node }) => node));
  expect(liars.length).toBeGreaterThan(0);
  expect(liars.filter((name) => !/^[vp]\d+$/.test(name))).toEqual([]);
});

test.each([
  ['rules and invariants that do what it says', 'const { submission }'],
  ['a space for a beginning', 'const none ='],
])('docs/fuzzing-your-own.md shows %s', (_, begin) => {
  const page = readFileSync(join(ROOT, 'docs/fuzzing-your-own.md'), 'utf8');
  const own = readFileSync(import.meta.filename, 'utf8');
  const from = page.indexOf(`\n${begin}`) + 1;
  expect(from).toBeGreaterThan(0);
  expect(own).toContain(page.slice(from, page.indexOf('\n```', from)));
});
