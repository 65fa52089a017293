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
   * Makes the clock wrong until the returned function is called, which takes back all that the skew
   * has come to. Of several skews, the offsets add up and the largest drift counts.
   */
  skew(skew: Skew): End;
}

interface Timer {
  readonly at: bigint;
  readonly fire: () => void;
  readonly id: string | undefined;
  cancel: () => void;
}

/** A skew that has not ended. */
interface Lasting extends Skew {
  /** What its drift has added while it was the largest, in millionths of nanoseconds. */
  gained: bigint;
}

/** Creates a clock that is right. */
export function createNodeClock(clock: Clock): NodeClock {
  const skews = new Set<Lasting>();
  const timers = new Set<Timer>();
  let largest: Lasting | undefined;
  let since = clock.now();

  // The clock shows `time + offset + (drift * time - lag) / million`, rounded down.
  function terms() {
    let [offset, gained] = [0n, 0n];
    for (const skew of skews) {
      offset += skew.offset;
      gained += skew.gained;
    }
    const drift = BigInt(largest?.drift ?? 0);
    return { offset, drift, lag: drift * since - gained };
  }

  // A new drift goes on from what the clock shows by then: only offsets make it leap.
  function change(act: () => void): void {
    const time = clock.now();
    if (largest !== undefined) largest.gained += BigInt(largest.drift) * (time - since);
    since = time;
    act();
    largest = undefined;
    for (const skew of skews) {
      if (Math.abs(skew.drift) > Math.abs(largest?.drift ?? 0)) largest = skew;
    }
    armAgain();
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
    const fire = () => {
      timers.delete(timer);
      timer.fire();
    };
    timer.cancel = clock.setTimer(trueTime(timer.at), fire, timer.id);
  }

  function armAgain(): void {
    for (const timer of timers) {
      timer.cancel();
      arm(timer);
    }
  }

  return {
    now,
    setTimer(at, fire, id) {
      const timer: Timer = { at, fire, id, cancel: () => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    skew(skew) {
      const lasting = { ...skew, gained: 0n };
      change(() => skews.add(lasting));
      return () => {
        if (skews.has(lasting)) change(() => skews.delete(lasting));
      };
    },
  };
}

function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
