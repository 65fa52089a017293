/** A place in a text; both numbers count from 1. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Creates the function that gives line and column of each offset in a text. Editors do not show a
 * byte-order mark, so it is no column.
 *
 * The parser counts only the lines that it understood, so its line numbers are wrong after an
 * error.
 */
export function createLineIndex(text: string): (offset: number) => LinePlace {
  const first = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const starts = [first, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: Math.max(offset - (starts[low] ?? 0), 0) + 1 };
  };
}
