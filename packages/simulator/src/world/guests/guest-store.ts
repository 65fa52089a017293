import type { Store, Write } from '@quorate/storage';
import { isOfDisk } from '../of-disk.ts';

/** A guest's life, which may go on or end. */
interface Living {
  /** Wraps a function so that it runs only while the life lasts; if it throws, the life ends. */
  guarded<A extends readonly unknown[]>(act: (...given: A) => unknown): (...given: A) => void;
}

/**
 * Gives the store that a guest's code sees. Like a disk it keeps copies, so that only a write
 * changes what was written. If the disk is full or a row has rotted, the node stops.
 */
export function guestStore(store: Store<unknown>, { guarded }: Living): Store<unknown> {
  const stop = guarded(raise);

  function read<T>(look: () => T): T {
    try {
      return structuredClone(look());
    } catch (failure) {
      // Whatever the code does with the error: a node that has read a rotten row must not go on.
      if (isOfDisk(failure)) stop(failure);
      throw failure;
    }
  }

  return {
    ...store,
    get: (key) => read(() => store.get(key)),
    scan: (range) => read(() => [...store.scan(range)]),
    write: guarded((batch) => {
      checkTypes(batch);
      store.write(structuredClone(batch));
    }),
    flush: guarded((done) =>
      store.flush(
        guarded((failure): unknown => (failure === undefined ? done(failure) : raise(failure))),
      ),
    ),
  };
}

// A store takes everything that is no Put for a Delete.
function checkTypes(batch: readonly Write<unknown>[]): void {
  for (const { type } of batch) {
    if (type === 'Put' || type === 'Delete') continue;
    throw new TypeError(`it wrote what is neither a Put nor a Delete: type ${String(type)}`);
  }
}

function raise(failure: unknown): never {
  throw failure;
}
