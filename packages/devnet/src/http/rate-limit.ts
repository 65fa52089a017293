/** Bounds how often each caller may ask. */
export interface RateLimit {
  /**
   * Takes so many requests of a caller, one by default: undefined lets them pass, else the seconds to
   * wait. More than a burst never pass.
   */
  take(caller: string, requests?: number): number | undefined;
}

/** Settles how often. */
export interface RateLimitOptions {
  /** Requests per second that a caller may keep up. */
  readonly perSecond: number;
  /** Requests that a caller may make at once. */
  readonly burst: number;
  /** Milliseconds since any moment; never goes back. */
  readonly now: () => number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** How many callers are remembered; beyond that the one that was quiet longest is forgotten. */
const CALLERS_MAX = 10_000;

/** Creates a limit: a bucket of tokens for each caller, which fills at a steady rate. */
export function createRateLimit({ perSecond, burst, now }: RateLimitOptions): RateLimit {
  // In the order of last use: a map gives its keys in the order they were set.
  const buckets = new Map<string, Bucket>();
  return {
    take(caller, requests = 1) {
      const time = now();
      const known = buckets.get(caller) ?? { tokens: burst, filledAt: time };
      const filled = known.tokens + ((time - known.filledAt) / 1000) * perSecond;
      const tokens = Math.min(burst, filled);
      const isAllowed = tokens >= requests;
      buckets.delete(caller);
      buckets.set(caller, { tokens: isAllowed ? tokens - requests : tokens, filledAt: time });
      if (buckets.size > CALLERS_MAX) buckets.delete(buckets.keys().next().value ?? '');
      return isAllowed ? undefined : Math.ceil((requests - tokens) / perSecond);
    },
  };
}
