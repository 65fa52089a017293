/** Limits how often each caller may ask. */
export interface RateLimit {
  /**
   * Counts requests of a caller, one by default. Undefined means that they are accepted; otherwise
   * it gives the seconds to wait. More requests than a burst are never accepted.
   */
  take(caller: string, requests?: number): number | undefined;
}

/** The parameters of the limit. */
export interface RateLimitOptions {
  /** The requests per second that a caller may make continuously. */
  readonly perSecond: number;
  /** The requests that a caller may make at once. */
  readonly burst: number;
  /** In milliseconds since any moment; never goes back. */
  readonly now: () => number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** The most callers to remember; beyond that the one inactive for longest is forgotten. */
const CALLERS_MAX = 10_000;

/** Creates a limit: a token bucket for each caller, which fills at a steady rate. */
export function createRateLimit({ perSecond, burst, now }: RateLimitOptions): RateLimit {
  // In the order of last use: a map lists its keys in the order in which they were set.
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
