import { setFlagsFromString } from 'node:v8';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// CI adds up what the runs report; a developer reads the terminal only.
const reporters = process.env['CI'] === undefined ? ['default'] : ['default', 'json'];

/** Runs what lies in `test` first, which takes longest, so that no worker is left alone with a long one. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const rankOf = ({ moduleId }: TestSpecification): number =>
      moduleId.startsWith(`${root}/test/`) ? 0 : 1;
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/**
 * Has the V8 of Node.js 20 optimise functions an eighth as eagerly as it would by itself: most code of tests
 * runs too short a time to be worth it, and to optimise it took up to a fifth of their processor time. Later ones
 * have a compiler between the two, and other flags; benchmarks are about code that is optimised.
 */
const optimiseLate: Plugin = {
  name: 'optimise-late',
  config(_, { mode }) {
    const isOlder = process.versions.v8.startsWith('11.');
    if (isOlder && mode !== 'benchmark') setFlagsFromString('--interrupt-budget=1000000');
  },
};

export default defineConfig({
  plugins: [optimiseLate],
  // Tests run on the sources, so that a failing line is a line somebody wrote.
  ssr: { resolve: { conditions: ['quorate-source'] } },
  resolve: { conditions: ['quorate-source'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Published vectors lie outside the repository; `.ci/run` checks them where they are at hand.
    exclude: [...configDefaults.exclude, 'test/published/**'],
    benchmark: { include: ['test/bench/**/*.bench.ts'] },
    pool: 'threads',
    sequence: { sequencer: LongestFirst },
    // No test leaves anything behind in a module, and to load all of them for each file takes minutes.
    isolate: false,
    // On a machine of two cores vitest would leave one of them idle.
    maxWorkers: '100%',
    // Machines are noisy, and some tests start processes: a timeout is for what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters,
    outputFile: { json: 'reports/vitest.json' },
  },
});
