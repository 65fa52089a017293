/** A clock that stands still until a test moves it. */
export interface ManualClock {
  /** Nanoseconds. */
  now(): bigint;
  /** Runs `fire` when `at` is reached, never inside the call; the function returned takes it back. */
  setTimer(at: bigint, fire: () => void): () => void;
  /** Counts the timers that have not fired. */
  pending(): number;
  /** Moves on by `nanos` and fires what is due, in order. */
  advance(nanos: bigint): void;
}

interface Timer {
  readonly at: bigint;
  readonly fire: () => void;
}

/** Creates a clock at an arbitrary moment. */
export function createManualClock(): ManualClock {
  let now = 1_000_000_000n;
  const timers = new Set<Timer>();

  function next(until: bigint): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }

  return {
    now: () => now,
    setTimer(at, fire) {
      const timer: Timer = { at: at > now ? at : now, fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pending: () => timers.size,
    advance(nanos) {
      const until = now + nanos;
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer);
        now = timer.at;
        timer.fire();
      }
      now = until;
    },
  };
}
