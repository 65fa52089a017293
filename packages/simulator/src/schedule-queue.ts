import type { Stream } from '@quorate/network';
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
 * Creates the queue of a schedule and its order within one instant; `stream` is their luck, and `end` when a run is
 * over, in nanoseconds since its start.
 */
export function createScheduleQueue<T>(
  schedule: Schedule,
  { stream, end }: { readonly stream: Stream; readonly end: number },
): { readonly queue: EventQueue<T>; readonly policy: SchedulePolicy } {
  switch (schedule) {
    case 'fifo':
      return { queue: createEventQueue(), policy: fifoSchedule };
    case 'random':
      return { queue: createEventQueue(), policy: createRandomSchedule(stream) };
    default: {
      const { depth, window, events } = schedule;
      const queue = createPctQueue<T>({ depth, window: Number(window), end, events, stream });
      return { queue, policy: fifoSchedule };
    }
  }
}
