import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What was last answered, and why nothing was since. */
export interface Polled<T> {
  readonly value: T | undefined;
  readonly failure: unknown;
  /** Asks at once. */
  readonly again: () => void;
}

/** Asks again and again, so long as somebody can see the page; never twice at one time. */
export function usePolled<T>(ask: () => Promise<T>, millis: number): Polled<T> {
  const [last, setLast] = useState<{ value: T | undefined; failure: unknown }>(NOTHING);
  const asking = useRef(false);
  const again = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    try {
      const value = await ask();
      setLast({ value, failure: undefined });
    } catch (failure) {
      setLast(({ value }) => ({ value, failure }));
    } finally {
      asking.current = false;
    }
  }, [ask]);
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
