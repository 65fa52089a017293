import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

export default defineConfig({
  ...tests,
  // `.ci/run` leaves it what processor time the other tests do not take.
  test: { include: ['test/published/**/*.test.ts'], pool: 'threads', testTimeout: 300_000 },
});
