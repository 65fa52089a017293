/** Collects how long something took, each time. */
export interface Stopwatch {
  /** Runs the work and notes the time. */
  time<T>(work: () => T): T;
  /** Milliseconds. */
  median(): number;
}

/** Creates a stopwatch that has timed nothing. */
export function createStopwatch(): Stopwatch {
  const durations: number[] = [];
  return {
    time(work) {
      const start = performance.now();
      const result = work();
      durations.push(performance.now() - start);
      return result;
    },
    median: () => median(durations),
  };
}

/** Gives the number in the middle; of an even count the upper of the two. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

/** Prints a line above the tables; vitest would put a heading over what goes through the console. */
export function say(line: string): void {
  process.stdout.write(`\n   ${line}\n`);
}
