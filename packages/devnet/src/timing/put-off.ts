import { performance } from 'node:perf_hooks';
import { expectDescriptors } from '@quorate/storage/lmdb';
import { lazily } from './lazily.ts';

/** How many files one load has open at a time, at most: an import opens many. */
const OPEN_MAX = 64;
/** How often a devnet looks after its start whether it has time to load something, in milliseconds. */
const LOOK_EVERY = 1000;
/** The share of its time from which on it has none to spare. */
const BUSY = 0.5;

const all: (() => Promise<unknown>)[] = [];

/**
 * Puts off an import, or the reading of a file, until something first needs it, or until
 * `loadSoon` gets to it.
 *
 * The host remembers a failed import until the process ends. So nothing is loaded while the system
 * has too few files left for it to open: that fails without a trace, and is tried anew at the next
 * call.
 */
export function putOff<T>(load: () => Promise<T>): () => Promise<T> {
  const loaded = lazily(async () => {
    expectDescriptors(OPEN_MAX);
    return load();
  });
  all.push(loaded);
  return loaded;
}

/**
 * Loads what was put off once there is time after a start, so that callers that take up all
 * connections later keep nothing from being loaded. Gives a function that calls this off.
 */
export function loadSoon(): () => void {
  let seen = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization >= BUSY) return;
    loadAll().then(
      () => clearInterval(timer),
      () => undefined,
    );
  }, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

async function loadAll(): Promise<void> {
  // One after the other, since requests are answered in between.
  for (const load of all) await load();
}
