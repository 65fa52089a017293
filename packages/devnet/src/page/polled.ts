import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What was last answered, and why nothing was since. */
export interface Polled<T> {
  readonly value: T | undefined;
  readonly failure: unknown;
  /** Asks at once. */
  readonly again: () => void;
}

/**
 * Asks again and again, so long as somebody can see the page; never the same twice at one time. An
 * answer to what is no longer asked is dropped. After a failure that is final, nothing is asked until
 * something else is.
 */
export function usePolled<T>(
  ask: () => Promise<T>,
  millis: number,
  isFinal: (failure: unknown) => boolean = never,
): Polled<T> {
  const [last, setLast] = useState<{ value: T | undefined; failure: unknown }>(NOTHING);
  const asking = useRef<(() => Promise<T>) | undefined>(undefined);
  const refused = useRef<(() => Promise<T>) | undefined>(undefined);
  const again = useCallback(async () => {
    if (asking.current === ask || refused.current === ask) return;
    asking.current = ask;
    const settle = (next: Parameters<typeof setLast>[0]) => {
      if (asking.current !== ask) return;
      asking.current = undefined;
      setLast(next);
    };
    try {
      const value = await ask();
      settle({ value, failure: undefined });
    } catch (failure) {
      if (isFinal(failure)) refused.current = ask;
      settle(({ value }) => ({ value, failure }));
    }
  }, [ask, isFinal]);
  useEffect(() => {
    void again();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void again();
    }, millis);
    return () => clearInterval(timer);
  }, [again, millis]);
  return { ...last, again: () => void again() };
}

const NOTHING = { value: undefined, failure: undefined };

// Not made anew by each call: what asks would be another function each time, and ask again at once.
const never = (): boolean => false;
