import type { Effect, StoreWrite } from '@quorate/core';
import type { Store, Write } from '@quorate/storage';

/** An effect other than a write. */
export type OutwardEffect<Resume> = Exclude<Effect<Resume>, { readonly type: 'Persist' }>;

/** The effects of one life of an actor, in the order of its steps. */
export interface EffectQueue<Resume> {
  /** Adds the effects of one step. The first call also starts the initial flush (see below). */
  enqueue(effects: readonly Effect<Resume>[]): void;
  /** Drops everything still queued, as a crash does: nothing is written or sent any more. */
  close(): void;
}

/** What an effect queue is given. */
export interface EffectQueueOptions<Resume> {
  readonly store: Store<unknown>;
  /** Carries out one effect, once everything persisted before it is flushed. */
  readonly perform: (effect: OutwardEffect<Resume>) => void;
  /**
   * Reports what the store or `perform` threw, or why a flush failed. The queue is closed by then,
   * and nothing that was queued has left since.
   */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Creates the queue that enforces rule V8: no effect of a step leaves before every `Persist` of all
 * earlier steps is flushed. That includes the answers of steps that persisted nothing.
 *
 * A `Persist` is written at once and stays in the queue as a mark, which nothing passes before it
 * is flushed. While one flush is under way, the writes of later steps wait for the next one, so
 * that many signatures share a flush.
 *
 * The queue begins with such a mark. The rows that a restarted node has read may include writes of
 * its earlier life whose flush failed or never ended. Answers based on them must not leave before
 * they are durable either.
 */
export function createEffectQueue<Resume>({
  store,
  perform,
  onFailure,
}: EffectQueueOptions<Resume>): EffectQueue<Resume> {
  const queue: Effect<Resume>[] = [{ type: 'Persist', writes: [] }];
  // Each one counts marks since the queue was created.
  let written = 1;
  let flushed = 0;
  let covered = 0;
  let passed = 0;
  let isFlushing = false;
  let isReleasing = false;
  let isClosed = false;

  function close(): void {
    isClosed = true;
    queue.length = 0;
  }

  function fail(failure: unknown): void {
    close();
    onFailure(failure);
  }

  function release(): void {
    // An effect may trigger the next step, whose effects must queue up behind the current ones.
    if (isReleasing) return;
    isReleasing = true;
    let count = 0;
    // If an effect causes a crash, the queue is emptied, which ends the loop.
    let head = queue[0];
    while (head !== undefined && (head.type !== 'Persist' || passed < flushed)) {
      if (head.type === 'Persist') passed += 1;
      else perform(head);
      count += 1;
      head = queue[count];
    }
    if (count === queue.length) queue.length = 0;
    else queue.splice(0, count);
    isReleasing = false;
  }

  function flush(): void {
    if (isFlushing || isClosed || flushed === written) return;
    covered = written;
    isFlushing = true;
    store.flush(endFlush);
  }

  function endFlush(failure: unknown): void {
    isFlushing = false;
    if (isClosed) return;
    if (failure === undefined) {
      flushed = covered;
      advance();
    } else fail(failure);
  }

  // The store calls this as well as steps, so a failure is reported and not thrown at the caller.
  function advance(): void {
    try {
      release();
      flush();
    } catch (failure) {
      fail(failure);
    }
  }

  function add(effect: Effect<Resume>): void {
    queue.push(effect);
    if (effect.type !== 'Persist') return;
    written += 1;
    store.write(effect.writes.map(toStoreWrite));
  }

  return {
    enqueue(effects) {
      try {
        for (const effect of effects) {
          if (isClosed) return;
          add(effect);
        }
      } catch (failure) {
        fail(failure);
      }
      advance();
    },
    close,
  };
}

function toStoreWrite({ key, value }: StoreWrite): Write<unknown> {
  return value === undefined ? { type: 'Delete', key } : { type: 'Put', key, value };
}
