/** A place in a text; both numbers count from 1. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Creates the function that gives line and column of each offset in a text.
 *
 * The parser counts only the lines that it understood, so its line numbers are wrong after an
 * error.
 */
export function createLineIndex(text: string): (offset: number) => LinePlace {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
