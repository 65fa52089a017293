/** A clock that stands still until a test moves it. */
export interface ManualClock {
  /** Gives the time, in nanoseconds. */
  now(): bigint;
  /** Runs `fire` when `at` is reached, never inside this call; the returned function cancels it. */
  setTimer(at: bigint, fire: () => void): () => void;
  /** Does the same once `delay` nanoseconds have passed. */
  after(delay: number, fire: () => void): () => void;
  /** Runs `fire` when `at` is reached, before everything else of that instant. */
  interrupt(at: bigint, fire: () => void): () => void;
  /** Counts the timers that have not fired. */
  pending(): number;
  /** Tells when the next timer is due; undefined if there is none. */
  nextAt(): bigint | undefined;
  /** Moves on to the next timer and fires it; tells whether there was one. */
  runNext(): boolean;
  /** Moves on by `nanos` and fires the timers that are due, in order. */
  advance(nanos: bigint): void;
}

/** The time at which the clocks of tests start. */
export const CLOCK_START = 1_800_000_000_000_000_000n;

interface Timer {
  readonly at: bigint;
  readonly isFirst: boolean;
  readonly fire: () => void;
}

/**
 * Creates a clock that fires the timers of one instant in the order in which they were set, after
 * the interrupts of that instant.
 */
export function createManualClock(): ManualClock {
  let now = CLOCK_START;
  const timers = new Set<Timer>();

  function next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (first === undefined || isBefore(timer, first)) first = timer;
    }
    return first;
  }

  function set(at: bigint, fire: () => void, isFirst: boolean): () => void {
    const timer: Timer = { at: at > now ? at : now, fire, isFirst };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  function run(timer: Timer): void {
    timers.delete(timer);
    now = timer.at;
    timer.fire();
  }

  return {
    now: () => now,
    setTimer: (at, fire) => set(at, fire, false),
    after: (delay, fire) => set(now + BigInt(delay), fire, false),
    interrupt: (at, fire) => set(at, fire, true),
    pending: () => timers.size,
    nextAt: () => next()?.at,
    runNext() {
      const timer = next();
      if (timer !== undefined) run(timer);
      return timer !== undefined;
    },
    advance(nanos) {
      const until = now + nanos;
      for (let timer = next(); timer !== undefined && timer.at <= until; timer = next()) run(timer);
      now = until;
    },
  };
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.isFirst && !b.isFirst);
}
