/** Counts events over the last second, minute and hour. */
export interface Rate {
  /** `second` is the time in whole seconds; it never goes back. */
  add(count: number, second: number): void;
  /** Gives the events per second over the last `span` seconds, without the current one. */
  over(span: number, second: number): number;
}

/** How far back a rate can be computed, in seconds. */
const SECONDS = 3600;

/** Creates a rate without events. */
export function createRate(): Rate {
  const counts = new Float64Array(SECONDS + 1);
  let last = 0;

  function advance(second: number): void {
    const stale = Math.min(second - last, counts.length);
    for (let step = 1; step <= stale; step += 1) counts[(last + step) % counts.length] = 0;
    if (second > last) last = second;
  }

  return {
    add(count, second) {
      advance(second);
      const index = last % counts.length;
      counts[index] = (counts[index] ?? 0) + count;
    },
    over(span, second) {
      advance(second);
      let total = 0;
      for (let back = 1; back <= span; back += 1) {
        total += counts[(last - back + counts.length) % counts.length] ?? 0;
      }
      return total / span;
    },
  };
}
