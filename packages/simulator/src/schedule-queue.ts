import { invariant } from '@quorate/core';
import type { Rng } from '@quorate/network';
import {
  createEventQueue,
  createRandomSchedule,
  type EventQueue,
  fifoSchedule,
  type SchedulePolicy,
} from './event-queue.ts';
import { createPctQueue } from './pct-queue.ts';
import type { Schedule } from './scenario/network/schedule.ts';

/**
 * Creates the queue of a schedule and the order of events at the same time. `rng` provides their
 * randomness; `end` is when the run is over, in nanoseconds since its start.
 */
export function createScheduleQueue<T>(
  schedule: Schedule,
  { rng, end }: { readonly rng: Rng; readonly end: number },
): { readonly queue: EventQueue<T>; readonly policy: SchedulePolicy } {
  const stream = rng.stream('schedule');
  switch (schedule) {
    case 'fifo':
      return { queue: createEventQueue(), policy: fifoSchedule };
    case 'random':
      return { queue: createEventQueue(), policy: createRandomSchedule(stream) };
    default: {
      const { depth, window, events } = schedule;
      invariant(events !== undefined, 'the events of a schedule are counted before it is used');
      const priorityOf = (actor: string) => rng.stream(`schedule/${actor}`).nextUint32();
      const when = { depth, window: Number(window), end, events };
      const queue = createPctQueue<T>({ ...when, stream, priorityOf });
      return { queue, policy: fifoSchedule };
    }
  }
}
