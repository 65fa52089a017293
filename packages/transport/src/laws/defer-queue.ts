/** Holds back deliveries until a test lets them run. */
export interface DeferQueue {
  /** Adds a delivery at the end; it is what `createMemoryTransport` asks for. */
  readonly defer: (deliver: () => void) => void;
  /** Runs deliveries, those they add included, until none is left, and returns what they threw. */
  readonly settle: () => readonly unknown[];
}

/** Creates an empty queue. */
export function createDeferQueue(): DeferQueue {
  const waiting: (() => void)[] = [];
  const settle = (): readonly unknown[] => {
    const thrown: unknown[] = [];
    // An array grows under its iterator, so deliveries added meanwhile run too.
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
