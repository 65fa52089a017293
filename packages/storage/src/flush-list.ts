import type { FlushDone, StoreError } from './store.ts';

/** The callers that wait for a flush, in the order of their calls. */
export interface FlushList {
  /** Adds a caller that waits for the first `covered` batches ever written. */
  add(done: FlushDone, covered: number): void;
  /**
   * Calls back everyone who waits for no more than these batches. Callbacks may add callers. Those
   * are told of a success too, but not of a failure, because the next attempt may succeed.
   */
  report(covered: number, failure: StoreError | undefined): void;
  isEmpty(): boolean;
}

/** Creates a list in which nobody waits. */
export function createFlushList(): FlushList {
  const waiting: { readonly done: FlushDone; readonly covered: number }[] = [];
  return {
    add: (done, covered) => void waiting.push({ done, covered }),
    report(covered, failure) {
      let left = failure === undefined ? Number.POSITIVE_INFINITY : waiting.length;
      for (let first = waiting[0]; first !== undefined && left > 0; first = waiting[0]) {
        if (first.covered > covered) return;
        waiting.shift();
        left -= 1;
        first.done(failure);
      }
    },
    isEmpty: () => waiting.length === 0,
  };
}
