/** A label and the text beside it. */
export type Pair = readonly [label: string, text: string];

/** Gives the number of columns that the longest of these labels takes. */
export function labelWidth(pairs: readonly Pair[]): number {
  return Math.max(0, ...pairs.map(([label]) => label.length));
}

/** Lays out labels and texts in two columns, indented by two, each pair on a line. */
export function renderPairs(pairs: readonly Pair[], width: number): string {
  return pairs.map(([label, text]) => `  ${label.padEnd(width)}  ${text}\n`).join('');
}

/** The usual width of a terminal. Units: columns. */
export const COLUMNS = 80;

/**
 * Lays out pairs in the same way, with long texts broken between words, so that each stays in its
 * column.
 */
export function renderWrappedPairs(pairs: readonly Pair[], width = labelWidth(pairs)): string {
  const indent = width + 4;
  return pairs
    .map(([label, text]) => {
      const lines = wrapped(text, COLUMNS - indent).join(`\n${' '.repeat(indent)}`);
      return `  ${label.padEnd(width)}  ${lines}\n`;
    })
    .join('');
}

/** Breaks a text between words; a word that is longer than a line gets one of its own. */
export function wrapped(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && longer.length > room) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === undefined ? lines : [...lines, line];
}
