import type { Clock } from '../ports.ts';
import type { End } from './gate.ts';

const MILLION = 1_000_000n;

/** How wrong a clock may go, in parts per million: from a tenth as fast as it should to twice. */
export const DRIFT_LIMITS = { min: -900_000, max: 1_000_000 } as const;

/** How a clock goes wrong from now on. */
export interface Skew {
  /** Nanoseconds by which it is ahead at once; below 0 it goes back. */
  readonly offset: bigint;
  /** Parts per million by which it is too fast, within `DRIFT_LIMITS`. */
  readonly drift: number;
}

/** The clock of one node, which may be wrong; its timers go by it. */
export interface NodeClock extends Clock {
  /** Puts it wrong until that ends. Of several, the offsets add up and the greatest drift counts. */
  skew(skew: Skew): End;
}

interface Timer {
  readonly at: bigint;
  readonly fire: () => void;
  cancel: () => void;
}

/** Creates the clock of a node that is right so far. */
export function createNodeClock(clock: Clock): NodeClock {
  const skews = new Map<object, { readonly since: bigint } & Skew>();
  const timers = new Set<Timer>();

  // Read as `time + offset + (drift * time - lag) / million`, rounded down.
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

  /** Finds the first true time at which this clock shows `at` or more. */
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
