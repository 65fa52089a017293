import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

/** The tests of the ledger and of its readers, and nothing that runs a history. */
const LEDGER = [
  'packages/core/src/every-error.test.ts',
  'packages/core/src/{ledger,operator,validator,verification}/**/*.test.ts',
];

/** What mutants are run against; others than those of the ledger have tests of their own. */
export default defineConfig({
  ...tests,
  test: {
    include: process.env['QUORATE_MUTATION_TESTS']?.split(' ') ?? LEDGER,
    exclude: ['**/{step,totality,wrong-rules}.test.ts'],
    // Instrumented code is slow.
    testTimeout: 60_000,
  },
});
