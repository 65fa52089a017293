/** Hold a place in a text; both count from 1. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Create what tells line and column of each offset in a text.
 *
 * The parser counts the lines of what it understood, and is wrong behind whatever it did not.
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
