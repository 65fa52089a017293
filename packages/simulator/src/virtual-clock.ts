import type { Fate } from '@quorate/network';
import type { EventQueue, SchedulePolicy, Turn } from './event-queue.ts';

/** Cancels a timer. After it has fired, or when called again, it changes nothing. */
export type Cancel = () => void;

/** Runs when its timer is due. A schedule decides on the fate of messages. */
export type Fire = (fate?: Fate) => void;

/**
 * The time of a simulation: it stands still while code runs and jumps from timer to timer.
 *
 * Units: nanoseconds since the Unix epoch.
 */
export interface VirtualClock {
  /** Gives the time, which never goes back. */
  now(): bigint;

  /**
   * Runs `fire` when `at` is reached, or now if `at` has passed; never inside the call. `turn`
   * says what comes then, for schedules that need to know. A timer more than 104 days after
   * the start fires at 104 days: no run takes longer.
   */
  setTimer(at: bigint, fire: Fire, turn?: Turn): Cancel;

  /**
   * Runs `fire` when `at` is reached, before everything else at that time.
   *
   * It costs the schedule no draw, so leaving it out does not change the order of anything else.
   */
  interrupt(at: bigint, fire: Fire): Cancel;

  /** Like `setTimer`, but after `delay` nanoseconds and without a way to cancel. */
  after(delay: number, fire: Fire, turn?: Turn): void;

  /**
   * Gives the time from the start to the next timer in nanoseconds; undefined when there is none.
   */
  nextAfter(): number | undefined;

  /** Moves on to the next timer and fires it; tells whether there was one. */
  runNext(): boolean;

  /** Gives the number of timers that have fired, the one that fires now among them. */
  fired(): number;

  /** Gives the number of timers that have not fired. */
  pending(): number;
}

/** Less than every draw of a schedule. */
const INTERRUPT = -1;

/** The last time that a queue can order. Any run is over by then. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Creates a clock that begins at `start`. Its timers wait in `queue`; `policy` orders those due at
 * the same time.
 */
export function createVirtualClock(options: {
  readonly start: bigint;
  readonly queue: EventQueue<Fire>;
  readonly policy: SchedulePolicy;
}): VirtualClock {
  const { start, queue, policy } = options;
  let elapsed = 0;
  let now = start;
  let fired = 0;

  function push(at: bigint, draw: number, fire: Fire, turn?: Turn): Cancel {
    const due = at > now ? Math.min(Number(at - start), LAST) : elapsed;
    const handle = queue.push(due, draw, fire, turn);
    return () => {
      queue.cancel(handle);
    };
  }

  return {
    now: () => now,
    setTimer: (at, fire, turn) => push(at, policy.draw(), fire, turn),
    interrupt: (at, fire) => push(at, INTERRUPT, fire),
    after(delay, fire, turn) {
      queue.push(Math.min(elapsed + delay, LAST), policy.draw(), fire, turn);
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
      fired += 1;
      next.task();
      return true;
    },
    fired: () => fired,
    pending: () => queue.size(),
  };
}
