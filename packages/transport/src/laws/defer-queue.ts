/** Holds back deliveries until a test lets them run. */
export interface DeferQueue {
  /** Adds a delivery at the end. This is the `defer` option of `createMemoryTransport`. */
  readonly defer: (deliver: () => void) => void;
  /**
   * Runs deliveries, including those that they add, until none is left, and gives what they threw.
   */
  readonly settle: () => readonly unknown[];
}

/** Creates an empty queue. */
export function createDeferQueue(): DeferQueue {
  const waiting: (() => void)[] = [];
  const settle = (): readonly unknown[] => {
    const thrown: unknown[] = [];
    // Iteration over an array includes elements added meanwhile.
    for (const deliver of waiting) {
      try {
        deliver();
      } catch (failure) {
        thrown.push(failure);
      }
    }
    waiting.length = 0;
    return thrown;
  };
  return { defer: (deliver) => void waiting.push(deliver), settle };
}
