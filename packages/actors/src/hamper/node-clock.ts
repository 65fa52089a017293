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
  /**
   * Puts it wrong until that ends, with what came of it. Of several, the offsets add up and the greatest drift
   * counts.
   */
  skew(skew: Skew): End;
}

interface Timer {
  readonly at: bigint;
  readonly fire: () => void;
  cancel: () => void;
}

/** A skew that has not ended. */
interface Lasting extends Skew {
  /** What its drift has come to while it was the greatest, in millionths of nanoseconds. */
  gained: bigint;
}

/** Creates the clock of a node that is right so far. */
export function createNodeClock(clock: Clock): NodeClock {
  const skews = new Set<Lasting>();
  const timers = new Set<Timer>();
  let greatest: Lasting | undefined;
  let since = clock.now();

  // Read as `time + offset + (drift * time - lag) / million`, rounded down.
  function terms() {
    let [offset, gained] = [0n, 0n];
    for (const skew of skews) {
      offset += skew.offset;
      gained += skew.gained;
    }
    const drift = BigInt(greatest?.drift ?? 0);
    return { offset, drift, lag: drift * since - gained };
  }

  // A clock that comes to go faster or slower goes on from where it is: it leaps by offsets alone.
  function change(act: () => void): void {
    const time = clock.now();
    if (greatest !== undefined) greatest.gained += BigInt(greatest.drift) * (time - since);
    since = time;
    act();
    greatest = undefined;
    for (const skew of skews) {
      if (Math.abs(skew.drift) > Math.abs(greatest?.drift ?? 0)) greatest = skew;
    }
    armAgain();
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
