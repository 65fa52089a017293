import type { EventQueue, SchedulePolicy } from './event-queue.ts';

/** Takes back a timer; after it fired, or a second time, it changes nothing. */
export type Cancel = () => void;

/** Runs when its timer is due. */
export type Fire = () => void;

/**
 * Keeps the time of a simulation: it stands still while code runs and jumps from timer to timer.
 *
 * Units: nanoseconds since the Unix epoch.
 */
export interface VirtualClock {
  /** Tells the time. It never goes back. */
  now(): bigint;

  /**
   * Runs `fire` when `at` is reached, or at `now` if that has passed; never inside the call. `actor`
   * is whose turn that is, for schedules that ask. What is due more than 104 days after the start is due
   * then: no run takes longer.
   */
  setTimer(at: bigint, fire: Fire, actor?: string): Cancel;

  /**
   * Runs `fire` when `at` is reached, before everything else of that instant.
   *
   * It costs the schedule no draw, so that leaving out what happens then shifts the order of nothing
   * else.
   */
  interrupt(at: bigint, fire: Fire): Cancel;

  /** Does the same as `setTimer` for a turn that nobody takes back, once `delay` has passed, in nanoseconds. */
  after(delay: number, fire: Fire, actor?: string): void;

  /** Tells how long after the start the next timer is due, in nanoseconds; undefined when there is none. */
  nextAfter(): number | undefined;

  /** Moves on to the next timer and fires it; says whether there was one. */
  runNext(): boolean;

  /** Counts the timers that have not fired. */
  pending(): number;
}

/** Below every draw of a schedule. */
const INTERRUPT = -1;

/** The last time that a queue can order, where any run is over. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Creates a clock at `start` whose timers wait in `queue`; `policy` orders those of one instant. */
export function createVirtualClock(options: {
  readonly start: bigint;
  readonly queue: EventQueue<Fire>;
  readonly policy: SchedulePolicy;
}): VirtualClock {
  const { start, queue, policy } = options;
  let elapsed = 0;
  let now = start;
  function push(at: bigint, draw: number, fire: Fire, actor?: string): Cancel {
    const due = at > now ? Math.min(Number(at - start), LAST) : elapsed;
    const handle = queue.push(due, draw, fire, actor);
    return () => {
      queue.cancel(handle);
    };
  }

  return {
    now: () => now,
    setTimer: (at, fire, actor) => push(at, policy.draw(), fire, actor),
    interrupt: (at, fire) => push(at, INTERRUPT, fire),
    after(delay, fire, actor) {
      queue.push(Math.min(elapsed + delay, LAST), policy.draw(), fire, actor);
    },
    nextAfter() {
      const next = queue.peek();
      return next && Math.max(next.at, elapsed);
    },
    runNext() {
      const next = queue.pop();
      if (next === undefined) return false;
      if (next.at > elapsed) {
        elapsed = next.at;
        now = start + BigInt(elapsed);
      }
      next.task();
      return true;
    },
    pending: () => queue.size(),
  };
}
