import { expectDescriptors } from '@quorate/storage/lmdb';
import { lazily } from './lazily.ts';

/** How many files one load has open at a time, at most: an import opens many. */
const OPEN_MAX = 64;
/** How long after its start a devnet loads what was put off, in milliseconds. */
const DELAY = 1000;

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
 * Loads what was put off once the first requests after a start are answered, so that callers that
 * take up all connections later keep nothing from being loaded. Gives a function that calls this
 * off.
 */
export function loadSoon(): () => void {
  const timer = setInterval(() => {
    loadAll().then(
      () => clearInterval(timer),
      () => undefined,
    );
  }, DELAY);
  timer.unref();
  return () => clearInterval(timer);
}

async function loadAll(): Promise<void> {
  // One after the other, since requests are answered in between.
  for (const load of all) await load();
}
