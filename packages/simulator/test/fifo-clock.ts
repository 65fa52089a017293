import { createEventQueue, fifoSchedule } from '../src/event-queue.ts';
import { createVirtualClock, type Fire, type VirtualClock } from '../src/virtual-clock.ts';

/** When the clocks of tests start. */
export const CLOCK_START = 1_800_000_000_000_000_000n;

/** Creates a clock on which what is due at one instant happens in the order in which it was set. */
export function createFifoClock(): VirtualClock {
  const queue = createEventQueue<Fire>();
  return createVirtualClock({ start: CLOCK_START, queue, policy: fifoSchedule });
}

/** Runs a clock until nothing is left to happen. */
export function runOut(clock: VirtualClock): void {
  while (clock.runNext());
}
