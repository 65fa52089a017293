import type { Effect, StoreWrite } from '@quorate/core';
import type { Store, StoreError, Write } from '@quorate/storage';

/** An effect that needs no flush of its own. */
export type OutwardEffect<Resume> = Exclude<Effect<Resume>, { readonly type: 'Persist' }>;

/** The effects of one actor, in the order of its steps. */
export interface EffectQueue<Resume> {
  /** Adds the effects of one step. */
  enqueue(effects: readonly Effect<Resume>[]): void;
  /** Drops everything still queued, as a crash does; nothing is released any more. */
  close(): void;
}

/** What an effect queue works on. */
export interface EffectQueueOptions<Resume> {
  readonly store: Store<unknown>;
  /** Carries out one effect, once everything persisted before it is flushed. */
  readonly perform: (effect: OutwardEffect<Resume>) => void;
  /** Hears that the store failed; the queue is closed by then and has released nothing since. */
  readonly onFailure: (failure: StoreError) => void;
}

interface Queued<Resume> {
  readonly effect: OutwardEffect<Resume>;
  /** The number of the last write that must be flushed before this effect leaves. */
  readonly after: number;
}

/**
 * Creates the queue that keeps rule V8: no effect of a later step leaves before every `Persist` of
 * all earlier steps is flushed, including the answers of steps that persisted nothing.
 *
 * Batches are written at once and flushed together: while one flush is under way, the writes of
 * later steps wait for the next, so that many signatures share one.
 */
export function createEffectQueue<Resume>({
  store,
  perform,
  onFailure,
}: EffectQueueOptions<Resume>): EffectQueue<Resume> {
  const queue: Queued<Resume>[] = [];
  let written = 0;
  let flushed = 0;
  let isFlushing = false;
  let isReleasing = false;
  let isClosed = false;

  function close(): void {
    isClosed = true;
    queue.length = 0;
  }

  function release(): void {
    // An effect may bring about the next step, whose effects then queue up behind the present ones.
    if (isReleasing) return;
    isReleasing = true;
    try {
      for (let head = queue[0]; head !== undefined && head.after <= flushed; head = queue[0]) {
        queue.shift();
        perform(head.effect);
      }
    } finally {
      isReleasing = false;
    }
  }

  function flush(): void {
    if (isFlushing || isClosed || flushed === written) return;
    const covered = written;
    isFlushing = true;
    store.flush((failure) => {
      isFlushing = false;
      if (isClosed) return;
      if (failure !== undefined) {
        close();
        onFailure(failure);
        return;
      }
      flushed = covered;
      release();
      flush();
    });
  }

  function write(writes: readonly StoreWrite[]): void {
    store.write(writes.map(toStoreWrite));
    written += 1;
  }

  return {
    enqueue(effects) {
      if (isClosed) return;
      for (const effect of effects) {
        if (effect.type === 'Persist') write(effect.writes);
        else queue.push({ effect, after: written });
      }
      release();
      flush();
    },
    close,
  };
}

function toStoreWrite({ key, value }: StoreWrite): Write<unknown> {
  return value === undefined ? { type: 'Delete', key } : { type: 'Put', key, value };
}
