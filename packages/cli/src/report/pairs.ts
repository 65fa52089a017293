/** A label and what stands beside it. */
export type Pair = readonly [label: string, text: string];

/** Give the columns that the longest of these labels takes. */
export function labelWidth(pairs: readonly Pair[]): number {
  return Math.max(0, ...pairs.map(([label]) => label.length));
}

/** Lay out labels and texts in two columns, indented by two, a line each. */
export function renderPairs(pairs: readonly Pair[], width: number): string {
  return pairs.map(([label, text]) => `  ${label.padEnd(width)}  ${text}\n`).join('');
}

/** What a terminal shows in a line, unless somebody made it wider. Units: columns. */
const COLUMNS = 80;

/** Lay out the same with long texts broken between words, so that each stays in its column. */
export function renderWrappedPairs(pairs: readonly Pair[]): string {
  const width = labelWidth(pairs);
  const indent = width + 4;
  return pairs
    .map(([label, text]) => {
      const lines = wrapped(text, COLUMNS - indent).join(`\n${' '.repeat(indent)}`);
      return `  ${label.padEnd(width)}  ${lines}\n`;
    })
    .join('');
}

/** Breaks a text between words; a word that is longer than a line has one of its own. */
function wrapped(text: string, room: number): readonly string[] {
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
