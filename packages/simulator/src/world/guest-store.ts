import type { Store } from '@quorate/storage';
import { isOfDisk } from './of-disk.ts';

/** How a guest's life goes on, or ends. */
interface Living {
  /** Lets something happen only while the life lasts, and ends it where that throws. */
  guarded<A extends readonly unknown[]>(act: (...given: A) => unknown): (...given: A) => void;
}

/**
 * Gives the store of a node as somebody else's code has it: like a disk it keeps copies, so that what was written
 * changes with nothing but a write, and where it is full, or a row has rotted, the node stops.
 */
export function guestStore(store: Store<unknown>, { guarded }: Living): Store<unknown> {
  const stop = guarded(raise);

  function read<T>(look: () => T): T {
    try {
      return structuredClone(look());
    } catch (failure) {
      // Whatever the code makes of it: no node goes on that has read what rotted.
      if (isOfDisk(failure)) stop(failure);
      throw failure;
    }
  }

  return {
    ...store,
    get: (key) => read(() => store.get(key)),
    scan: (range) => read(() => [...store.scan(range)]),
    write: guarded((batch) => store.write(structuredClone(batch))),
    flush: guarded((done) =>
      store.flush(
        guarded((failure): unknown => (failure === undefined ? done(failure) : raise(failure))),
      ),
    ),
  };
}

function raise(failure: unknown): never {
  throw failure;
}
