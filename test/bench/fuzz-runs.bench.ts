import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BenchOptions, bench, describe } from 'vitest';
import { say } from './median.ts';

/** What `measure-fuzz-runs.js` is asked for. */
interface FuzzMeasurement {
  /** A scenario that leaves everything to the seed. */
  readonly file: string;
  /** How many runs come first, on code that has not been compiled yet. */
  readonly warmUp: number;
  readonly runs: number;
}

/** What a run costs on average; times in microseconds of processor time. */
interface FuzzSample {
  /** What one signature cost between the first runs and the measured ones. */
  readonly signature: number;
  readonly run: number;
  readonly events: number;
}

const ONCE: BenchOptions = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

const cwd = fileURLToPath(new URL('../..', import.meta.url));

function measure(measurement: FuzzMeasurement): FuzzSample {
  const args = ['test/bench/measure-fuzz-runs.js', JSON.stringify(measurement)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args[0]} exited with ${status}: ${stderr}`);
  return JSON.parse(stdout) as FuzzSample;
}

function report(): string {
  const file = 'scenarios/swarm/anything-legal.yaml';
  const { signature, run, events } = measure({ file, warmUp: 500, runs: 300 });
  const rate = (1_000_000 / run).toFixed(0);
  const inSignatures = (run / signature).toFixed(0);
  return (
    `fuzz runs: ${rate} a second of processor time, at least 300 wanted: ` +
    `${(run / 1_000).toFixed(1)} ms, as long as ${inSignatures} signatures, ` +
    `for ${events.toFixed(0)} events, ${(run / events).toFixed(1)} us an event`
  );
}

describe('small runs of anything legal, everything watched, mode stub, one core', () => {
  let line: string | undefined;
  bench(
    'drawn, run and judged',
    () => {
      line ??= report();
    },
    {
      ...ONCE,
      teardown(_task, mode) {
        if (mode === 'run' && line !== undefined) say(line);
      },
    },
  );
});
