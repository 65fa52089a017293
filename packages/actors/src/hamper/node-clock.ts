import type { Clock } from '../ports.ts';
import type { End } from './gate.ts';

const MILLION = 1_000_000n;

/**
 * The limits of a clock's drift in parts per million: from a tenth of the right speed to twice it.
 */
export const DRIFT_LIMITS = { min: -900_000, max: 1_000_000 } as const;

/** How a clock goes wrong. */
export interface Skew {
  /** Nanoseconds by which it is ahead at once; a negative offset sets it back. */
  readonly offset: bigint;
  /**
   * Parts per million by which it runs too fast, within `DRIFT_LIMITS`; negative means too slow.
   */
  readonly drift: number;
}

/** The clock of one node, which may be wrong. Its timers follow it. */
export interface NodeClock extends Clock {
  /**
   * Makes the clock wrong until the returned function is called. Of several skews, the offsets add
   * up and the largest drift counts.
   */
  skew(skew: Skew): End;
}

interface Timer {
  readonly at: bigint;
  readonly fire: () => void;
  cancel: () => void;
}

/** Creates a clock that is right. */
export function createNodeClock(clock: Clock): NodeClock {
  const skews = new Map<object, { readonly since: bigint } & Skew>();
  const timers = new Set<Timer>();

  // The clock shows `time + offset + (drift * time - lag) / million`, rounded down.
  function terms() {
    let offset = 0n;
    let greatest: { readonly since: bigint; readonly drift: number } | undefined;
    for (const skew of skews.values()) {
      offset += skew.offset;
      if (Math.abs(skew.drift) > Math.abs(greatest?.drift ?? 0)) greatest = skew;
    }
    const drift = BigInt(greatest?.drift ?? 0);
    return { offset, drift, lag: drift * (greatest?.since ?? 0n) };
  }

  function now(): bigint {
    const time = clock.now();
    if (skews.size === 0) return time;
    const { offset, drift, lag } = terms();
    return time + offset + floorDiv(drift * time - lag, MILLION);
  }

  /** Finds the first true time at which this clock shows `at` or later. */
  function trueTime(at: bigint): bigint {
    if (skews.size === 0) return at;
    const { offset, drift, lag } = terms();
    return -floorDiv(-(MILLION * (at - offset) + lag), MILLION + drift);
  }

  function arm(timer: Timer): void {
    timer.cancel = clock.setTimer(trueTime(timer.at), () => {
      timers.delete(timer);
      timer.fire();
    });
  }

  function armAgain(): void {
    for (const timer of timers) {
      timer.cancel();
      arm(timer);
    }
  }

  return {
    now,
    setTimer(at, fire) {
      const timer: Timer = { at, fire, cancel: () => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    skew(skew) {
      const key = {};
      skews.set(key, { since: clock.now(), ...skew });
      armAgain();
      return () => {
        if (skews.delete(key)) armAgain();
      };
    },
  };
}

function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
