/** Decides how long to wait before a process that ended is started again. */
export interface Backoff {
  /**
   * Gives the wait in milliseconds; `lived` is for how many milliseconds it had served, 0 if it
   * never did.
   */
  next(lived: number): number;
  /** Starts anew, as after a repair by somebody. */
  forget(): void;
}

/** The first wait, in milliseconds; each further one is twice as long. */
const FIRST = 100;
/** The longest wait, in milliseconds: a cause such as a full disk may be removed at any time. */
const LONGEST = 5000;
/** After how many milliseconds of service the next end counts as the first one. */
const LONG_LIFE = 1000;

/** Creates a backoff without any ends yet. */
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
