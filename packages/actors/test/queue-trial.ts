import type { Effect } from '@quorate/core';
import { createEffectQueue } from '../src/effect-queue.ts';
import { createLateStore, flushFailed, type LateStore, writeFailed } from './late-store.ts';

/** What else an outward effect does when it leaves. */
export type Deed = 'Nothing' | 'Step' | 'Crash' | 'Throw';

/** The effects of one step: a write, or something outward. */
export type Plan = readonly ('Persist' | Deed)[];

/** What can happen to a queue. */
export type Happening =
  | { readonly type: 'Step'; readonly plan: Plan }
  | { readonly type: 'EndFlush' | 'FailFlush' | 'FailNextWrite' | 'Close' };

/** A queue, next to a model that knows only the order of the steps and what is durable. */
export interface QueueTrial {
  readonly late: LateStore;
  /** What left, in order; the effects of all steps are numbered from 0. */
  readonly left: readonly number[];
  /** What left although it must not, in words. */
  readonly breaches: readonly string[];
  readonly failures: readonly unknown[];
  apply(happening: Happening): void;
  /** Counts what rule V8 lets leave at present, and what must not be held back. */
  free(): number;
  /** Whether the queue was closed or failed, so that nothing may leave any more. */
  isOver(): boolean;
}

interface Planned {
  readonly deed: Deed;
  /** How many batches must be durable before it may leave. */
  readonly after: number;
}

const FOLLOW_UP: Plan = ['Nothing', 'Persist', 'Nothing'];

/**
 * Creates a queue on a store that holds one batch from before a restart, which was never flushed.
 */
export function createQueueTrial(ends: 'late' | 'at once'): QueueTrial {
  const late = createLateStore(ends);
  late.store.write([{ type: 'Put', key: 'earlier', value: true }]);
  const planned: Planned[] = [];
  const left: number[] = [];
  const breaches: string[] = [];
  const failures: unknown[] = [];
  let batches = 1;
  let isOver = false;

  const queue = createEffectQueue<number>({
    store: late.store,
    perform: (effect) => {
      if (effect.type === 'Load') leave(effect.resume);
    },
    onFailure: (failure) => {
      isOver = true;
      failures.push(failure);
    },
  });

  function leave(id: number): void {
    const { deed, after } = planned[id] ?? { deed: 'Nothing', after: Number.NaN };
    if (isOver) breaches.push(`${id} left after the end`);
    if (!(after <= late.durable())) breaches.push(`${id} left before ${after} were durable`);
    left.push(id);
    if (deed === 'Step') step(FOLLOW_UP);
    if (deed === 'Crash') close();
    if (deed === 'Throw') throw new Error(`${id} failed`);
  }

  function step(plan: Plan): void {
    queue.enqueue(plan.map(effectOf));
  }

  function effectOf(item: Plan[number]): Effect<number> {
    if (item === 'Persist') {
      batches += 1;
      return { type: 'Persist', writes: [{ key: `batch/${batches}`, value: batches }] };
    }
    const resume = planned.push({ deed: item, after: batches }) - 1;
    return { type: 'Load', ranges: [{ from: '', to: '', limit: 0 }], resume };
  }

  function close(): void {
    isOver = true;
    queue.close();
  }

  return {
    late,
    left,
    breaches,
    failures,
    apply(happening) {
      switch (happening.type) {
        case 'Step':
          return step(happening.plan);
        case 'EndFlush':
          return void late.endFlush();
        case 'FailFlush':
          return void late.endFlush(flushFailed());
        case 'FailNextWrite':
          return late.failNextWrite(writeFailed());
        case 'Close':
          return close();
      }
    },
    free() {
      const blocked = planned.findIndex(({ after }) => after > late.durable());
      return blocked === -1 ? planned.length : blocked;
    },
    isOver: () => isOver,
  };
}
