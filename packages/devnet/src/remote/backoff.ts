/** Says how long to wait before something that ended is started again. */
export interface Backoff {
  /** Gives milliseconds; `lived` is for how many it had served, 0 where it never did. */
  next(lived: number): number;
  /** Begins anew, as after somebody has seen to it. */
  forget(): void;
}

/** Milliseconds of the first wait; each is twice as long as the one before. */
const FIRST = 100;
/** Milliseconds of the longest wait: what is wrong may be mended at any time, as a full disk. */
const LONGEST = 5000;
/** Milliseconds after which a life was long enough for the next end to count as the first. */
const LONG_LIFE = 1000;

/** Creates a backoff that has seen nothing end. */
export function createBackoff(): Backoff {
  let wait = FIRST;
  return {
    next(lived) {
      const present = lived >= LONG_LIFE ? FIRST : wait;
      wait = Math.min(LONGEST, present * 2);
      return present;
    },
    forget() {
      wait = FIRST;
    },
  };
}
