import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BenchOptions, bench, describe } from 'vitest';
import { createStopwatch, say } from './median.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const SCENARIO = 'scenarios/first-payment.yaml';

/** A process is expensive: one to warm the caches of the disk, and five that count. */
const FIVE_TIMES: BenchOptions = { iterations: 5, time: 0, warmupIterations: 1, warmupTime: 0 };

function start(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
}

describe('a process from its start to its exit, times in ms', () => {
  const bare = createStopwatch();
  const run = createStopwatch();

  bench('node -e 0', () => bare.time(() => start('-e', '0')), FIVE_TIMES);

  bench(
    `quorate run ${SCENARIO}`,
    () => run.time(() => start('packages/cli/bin/quorate.js', 'run', SCENARIO)),
    {
      ...FIVE_TIMES,
      teardown(_task, mode) {
        if (mode !== 'run') return;
        const times = (run.median() / bare.median()).toFixed(1);
        say(`quorate run ${SCENARIO}: ${run.median().toFixed(0)} ms, ${times} times a bare node`);
      },
    },
  );
});
