import type { Clock } from '@quorate/actors';

/** The longest wait of a timer of the host, in milliseconds: 2^31 - 1. */
const WAIT_MAX = 2_147_483_647;

/** Nanoseconds in a millisecond. */
export const NANOS_PER_MILLI = 1_000_000n;

/** A clock whose timers can be cancelled all at once. */
export interface HostClock extends Clock {
  /** Cancels every timer, so that none keeps the process alive. */
  stop(): void;
}

/**
 * Creates a clock that shows the time of the host.
 *
 * Its resolution is a millisecond, and it follows the host's clock when that is set. A timer that
 * is due in the past fires as soon as the current turn has ended.
 */
export function createHostClock(): HostClock {
  let latestMillis = 0;
  let latest = 0n;
  // Within a millisecond there are dozens of calls, and creating a bigint is expensive.
  const now = (): bigint => {
    const millis = Date.now();
    if (millis === latestMillis) return latest;
    latestMillis = millis;
    latest = BigInt(millis) * NANOS_PER_MILLI;
    return latest;
  };
  const pending = new Set<() => void>();
  return {
    now,
    setTimer(at, fire) {
      let timer: NodeJS.Timeout;
      const cancel = (): void => {
        pending.delete(cancel);
        clearTimeout(timer);
      };
      const end = (): void => {
        pending.delete(cancel);
        fire();
      };
      const wait = (): void => {
        const left = millisUntil(at, now());
        timer = left > WAIT_MAX ? setTimeout(wait, WAIT_MAX) : setTimeout(end, left);
      };
      wait();
      pending.add(cancel);
      return cancel;
    },
    stop() {
      for (const cancel of [...pending]) cancel();
    },
  };
}

/** Rounds up: a timer may fire late, but never early. */
function millisUntil(at: bigint, now: bigint): number {
  const nanos = at > now ? at - now : 0n;
  return Number((nanos + NANOS_PER_MILLI - 1n) / NANOS_PER_MILLI);
}
