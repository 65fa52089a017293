import type { Effect, StoreWrite } from '@quorate/core';
import type { Store, Write } from '@quorate/storage';

/** An effect that is carried out rather than written. */
export type OutwardEffect<Resume> = Exclude<Effect<Resume>, { readonly type: 'Persist' }>;

/** The effects of one life of an actor, in the order of its steps. */
export interface EffectQueue<Resume> {
  /** Adds the effects of one step; the first call also asks for the flush described below. */
  enqueue(effects: readonly Effect<Resume>[]): void;
  /** Drops everything still queued, as a crash does; nothing is written or leaves any more. */
  close(): void;
}

/** What an effect queue works on. */
export interface EffectQueueOptions<Resume> {
  readonly store: Store<unknown>;
  /** Carries out one effect, once everything persisted before it is flushed. */
  readonly perform: (effect: OutwardEffect<Resume>) => void;
  /**
   * Hears what the store or `perform` threw, or why a flush failed. The queue is closed by then, and
   * nothing that was queued has left since.
   */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Creates the queue that keeps rule V8: no effect of a later step leaves before every `Persist` of
 * all earlier steps is flushed, including the answers of steps that persisted nothing.
 *
 * A `Persist` is written at once and stays in the queue as the mark that nothing passes before it is
 * flushed. While one flush is under way, the writes of later steps wait for the next, so that many
 * signatures share one.
 *
 * The queue begins behind such a mark: what a restarted node read back may be the writes of its
 * earlier life whose flush failed or never ended, and an answer that rests on them must not leave
 * before they are durable either.
 */
export function createEffectQueue<Resume>({
  store,
  perform,
  onFailure,
}: EffectQueueOptions<Resume>): EffectQueue<Resume> {
  const queue: Effect<Resume>[] = [{ type: 'Persist', writes: [] }];
  // Each counts marks since the queue was created.
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
    // An effect may bring about the next step, whose effects then queue up behind the present ones.
    if (isReleasing) return;
    isReleasing = true;
    let count = 0;
    // A crash brought about by an effect empties the queue, which ends the loop.
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

  // Called by a store as often as by a step, so a failure is reported rather than thrown at either.
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
