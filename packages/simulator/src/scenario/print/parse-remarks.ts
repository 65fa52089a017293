import { Composer, type CST, type Document, Parser } from 'yaml';

type Block = CST.BlockMap | CST.BlockSequence;
type BlockItem = Block['items'][number];

/**
 * Parses a file whose syntax has been checked, with every comment attached to what it precedes or
 * follows.
 *
 * The parser alone gives all comments between the last entry of a nested list or mapping and the
 * next entry to the nested one, as soon as one of them is indented like its entries; here their
 * columns decide. It also gives the comment above the first key of a mapping to the mapping as a
 * whole; here it goes to the key.
 */
export function parseWithRemarks(text: string): Document {
  // The parser would make a carriage return at the end of a line part of the comment.
  const lines = text.replaceAll('\r\n', '\n');
  const tokens = [...new Parser().parse(lines)];
  for (const token of tokens) if (token.type === 'document') release(token.value);
  const options = { version: '1.2', schema: 'core', intAsBigInt: true } as const;
  const [document] = new Composer(options).compose(tokens, true, lines.length);
  return document as Document;
}

/**
 * Makes every block hand back what follows it: blank lines, and comments not indented like its
 * entries.
 */
function release(token: CST.Token | null | undefined): void {
  if (!isBlock(token)) return;
  const items = token.items as BlockItem[];
  // Comments that come back may form an entry of their own, at the end.
  for (const [index, { sep, value }] of [...items.entries()]) {
    release(value);
    if (sep !== undefined && value?.type === 'block-map') handDown(sep, value);
    const returned = isBlock(value) ? takeReturned(value, token.indent) : [];
    if (returned.length === 0) continue;
    const next = items[index + 1];
    if (next === undefined) items.push({ start: returned });
    else next.start.unshift(...returned);
  }
}

/**
 * Gives the first key of a mapping the comments on the lines above it; a comment on the line of the
 * outer key stays.
 */
function handDown(sep: CST.SourceToken[], { items: [first] }: CST.BlockMap): void {
  const line = sep.findIndex(({ type }) => type === 'newline');
  const above = sep.findIndex(({ type }, index) => type === 'comment' && line >= 0 && index > line);
  if (above < 0 || !sep.slice(above).every(isBlank)) return;
  first?.start.unshift(...sep.splice(above));
}

function takeReturned(block: Block, outerIndent: number): CST.SourceToken[] {
  const last = block.items.at(-1);
  if (last === undefined || !isRemark(last)) return [];
  const { start } = last;
  const isOuter = ({ type, indent }: CST.SourceToken) =>
    type === 'comment' && (indent < block.indent || indent <= outerIndent);
  const outer = start.findIndex(isOuter);
  const inner = start.findLastIndex(
    ({ type }, index) => type === 'comment' && (outer < 0 || index < outer),
  );
  // After the line of the last comment that stays.
  const returned = start.splice(inner < 0 ? 0 : inner + 2);
  if (start.length === 0) block.items.pop();
  return returned;
}

function isRemark({ start, sep, value }: BlockItem): boolean {
  return start.every(isBlank) && sep === undefined && value == null;
}

function isBlank({ type }: CST.SourceToken): boolean {
  return ['space', 'newline', 'comment'].includes(type);
}

function isBlock(token: CST.Token | null | undefined): token is Block {
  return token?.type === 'block-map' || token?.type === 'block-seq';
}
