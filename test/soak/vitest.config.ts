import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

/** Tests that take minutes: `npm run soak`. Each file has a core of its own. */
export default defineConfig({
  ...tests,
  test: {
    include: ['test/soak/**/*.soak.ts'],
    pool: 'threads',
    testTimeout: 43_200_000,
    // The lines that a soak prints are there to be quoted.
    disableConsoleIntercept: true,
  },
});
