import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

export default defineConfig({
  ...tests,
  test: { include: ['test/published/**/*.test.ts'], pool: 'threads' },
});
