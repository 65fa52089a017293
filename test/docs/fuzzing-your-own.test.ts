import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { assertInvariants, runScenario, scenarios } from '@quorate/simulator';
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

test('docs/fuzzing-your-own.md shows rules and invariants that do what it says', () => {
  const page = readFileSync(join(ROOT, 'docs/fuzzing-your-own.md'), 'utf8');
  const own = readFileSync(import.meta.filename, 'utf8');
  const [, snippet = ''] = /^(const \{ submission \}[\s\S]*?)^```/m.exec(page) ?? [];
  expect(snippet).not.toBe('');
  expect(own).toContain(snippet);
});
