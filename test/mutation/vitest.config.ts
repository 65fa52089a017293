import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

/** What mutants of the ledger are run against: its own tests and its readers', and nothing that runs a history. */
export default defineConfig({
  ...tests,
  test: {
    include: [
      'packages/core/src/every-error.test.ts',
      'packages/core/src/{ledger,operator,validator,verification}/**/*.test.ts',
    ],
    exclude: ['**/{step,totality,wrong-rules}.test.ts'],
    // Instrumented code is slow.
    testTimeout: 60_000,
  },
});
