import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchOptions, bench, describe } from 'vitest';
import { median, say } from './median.ts';

/** What `durable-store.js` is asked for. */
interface Task {
  readonly mode: 'raw' | 'submissions' | 'fill' | 'restart';
  /** How many flushes, submissions or certificates. */
  readonly count: number;
  /** How many submissions wait for an answer at a time. */
  readonly inFlight?: number;
  /** Where the database lies; a folder of its own when absent. */
  readonly folder?: string;
}

const ONCE: BenchOptions = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const MIB = 1024 * 1024;

/** Runs something only once, however often the runner asks: the figures are what it prints. */
function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}

function carryOut(task: Task): Record<string, number> {
  const args = ['--expose-gc', '--max-old-space-size=8192', 'test/bench/durable-store.js'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, JSON.stringify(task)], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return stdout === '' ? {} : JSON.parse(stdout);
}

describe('durable submissions', () => {
  bench(
    'with group commit, against the flushes of the same disk',
    once(() => {
      const flushes: number[] = [];
      const rates = new Map<number, number[]>([1, 32, 256].map((inFlight) => [inFlight, []]));
      for (let round = 0; round < 5; round += 1) {
        flushes.push(carryOut({ mode: 'raw', count: 300 })['perSecond'] ?? 0);
        for (const [inFlight, seen] of rates) {
          const { perSecond = 0 } = carryOut({ mode: 'submissions', count: 1000, inFlight });
          seen.push(perSecond);
        }
      }
      const disk = median(flushes);
      say(`${disk.toFixed(0)} flushes a second, one after another`);
      for (const [inFlight, seen] of rates) {
        const rate = median(seen);
        say(
          `${rate.toFixed(0)} durable signatures a second with ${inFlight} in flight: ` +
            `${(rate / disk).toFixed(1)} for each of those flushes`,
        );
      }
    }),
    ONCE,
  );
});

describe('a restart', () => {
  // It takes some minutes to make a million.
  const count = Number(process.env['QUORATE_BENCH_CERTIFICATES'] ?? 1_000_000);
  bench(
    `from ${count} certificates`,
    once(() => {
      const folder = mkdtempSync(join(tmpdir(), 'quorate-bench-'));
      try {
        carryOut({ mode: 'fill', count, folder });
        const {
          millis = 0,
          settled,
          rss = 0,
          heapUsed = 0,
          file = 0,
        } = carryOut({
          mode: 'restart',
          count,
          folder,
        });
        say(
          `${(millis / 1000).toFixed(1)} s from ${settled} certificates in a file of ` +
            `${(file / MIB).toFixed(0)} MiB: ${(rss / MIB).toFixed(0)} MiB of memory, of which ` +
            `${(heapUsed / MIB).toFixed(0)} MiB on the heap`,
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    ONCE,
  );
});
