import type { Clock } from '@quorate/actors';

/** The longest wait that a timer of the host can hold, in milliseconds: 2^31 - 1. */
const WAIT_MAX = 2_147_483_647;

/** Nanoseconds in a millisecond. */
export const NANOS_PER_MILLI = 1_000_000n;

/** A clock whose timers can be taken back all at once. */
export interface HostClock extends Clock {
  /** Takes back every timer, so that nothing keeps the process from ending. */
  stop(): void;
}

/**
 * Creates a clock that tells the time of the host.
 *
 * It has the resolution of a millisecond and follows the host when that is set. A timer that is due
 * in the past fires as soon as the present turn has ended.
 */
export function createHostClock(): HostClock {
  let latestMillis = 0;
  let latest = 0n;
  // Within a millisecond there are dozens of calls, and a bigint is dear to make.
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

/** Rounds up: a timer may fire late, never early. */
function millisUntil(at: bigint, now: bigint): number {
  const nanos = at > now ? at - now : 0n;
  return Number((nanos + NANOS_PER_MILLI - 1n) / NANOS_PER_MILLI);
}
