import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkEd25519EdgeCases } from './ed25519-edge-cases.ts';
import { checkPublishedTransactions } from './transactions.ts';

/** Checks the vectors in a folder and tells how many it checked; throws at the first that differs. */
type Check = (folder: string) => number;

const checks: readonly (readonly [string, Check])[] = [
  [
    'Ed25519 edge cases',
    (folder) => checkEd25519EdgeCases(join(folder, 'published-ed25519-edge-cases.json')),
  ],
  ['transactions', checkPublishedTransactions],
];

const shared = process.env['QUORATE_SHARED'] ?? '';
let checked = 0;

afterAll(() => {
  process.stdout.write(`published vectors: ${checked} checked\n`);
});

it.each(checks)('agrees with the published %s', (_name, check) => {
  expect(shared, 'set QUORATE_SHARED to the folder that holds spec/vectors').not.toBe('');
  const count = check(resolve(shared, 'spec/vectors'));
  expect(count).toBeGreaterThan(0);
  checked += count;
});
