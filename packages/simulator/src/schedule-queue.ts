import { invariant } from '@quorate/core';
import type { Rng } from '@quorate/network';
import {
  createEventQueue,
  createRandomSchedule,
  type EventQueue,
  fifoSchedule,
  type SchedulePolicy,
} from './event-queue.ts';
import { createOrderQueue } from './order-queue.ts';
import { createPctQueue } from './pct-queue.ts';
import type { ScenarioNetwork } from './scenario/network/scenario-network.ts';
import type { Schedule } from './scenario/network/schedule.ts';
import type { Fire } from './virtual-clock.ts';
import type { TurnWords } from './world/turn-words.ts';

/** What queues are created from. */
export interface QueueGround {
  /** Provides their randomness. */
  readonly rng: Rng;
  /** When the run is over, in nanoseconds since its start. */
  readonly end: number;
  readonly words: TurnWords;
}

/** A queue, and the order of events at the same time. */
export interface ScheduleQueue {
  readonly queue: EventQueue<Fire>;
  readonly policy: SchedulePolicy;
  /** The places in the stated order of what has not come yet, numbered from 0. */
  readonly neverCame: () => readonly number[];
}

/** Creates the queue of a network: first the order that it states, then its schedule. */
export function createScheduleQueue(
  { order, schedule }: Pick<ScenarioNetwork, 'order' | 'schedule'>,
  ground: QueueGround,
): ScheduleQueue {
  const { queue, policy } = queueOf(schedule, ground);
  if (order.length === 0) return { queue, policy, neverCame: () => [] };
  const ordered = createOrderQueue({ order, rest: queue, words: ground.words });
  return { queue: ordered, policy, neverCame: ordered.neverCame };
}

function queueOf(schedule: Schedule, { rng, end }: QueueGround): Omit<ScheduleQueue, 'neverCame'> {
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
      const queue = createPctQueue<Fire>({ ...when, stream, priorityOf });
      return { queue, policy: fifoSchedule };
    }
  }
}
