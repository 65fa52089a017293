import type { Document, YAMLError, YAMLWarning } from 'yaml';
import { isScalar, visit } from 'yaml';
import { excerpt } from '../diagnostic.ts';
import { type Mistake, TOO_DEEP } from './unreadable-nodes.ts';

const COMMA = 'expected commas between the entries of { } and [ ], and no "- " before them';
const QUOTED = 'needs quotes';

/**
 * Replaces the messages of the parser, which are about its internals, by messages that say what to
 * do.
 */
const OUR_WORDS: readonly (readonly [theirs: RegExp, ours: string])[] = [
  [/^Source contains multiple documents/, 'expected one document in the file'],
  [
    /^Nested mappings are not allowed/,
    `expected one key on a line, indented like its neighbours; text with ": " ${QUOTED}`,
  ],
  [/^Tabs are not allowed/, 'expected spaces before this, got a tab'],
  [/^All (?:mapping|sequence) items must/, 'expected the same indentation as its neighbours'],
  [
    /^Implicit (?:map )?keys need to be/,
    'expected a key, ":" and a space before what stands under it',
  ],
  [/^Block collections are not allowed|^Missing , /, COMMA],
  [
    /^Flow map (?:in block collection|must end)/,
    'expected a closing }: the { before this is still open',
  ],
  [
    /^Flow sequence (?:in block collection|must end)/,
    'expected a closing ]: the [ before this is still open',
  ],
  [/^Missing closing "quote/, 'the text that begins here has no closing "'],
  [/^Missing closing 'quote/, "the text that begins here has no closing '"],
  [/^Unexpected .* at node end$/, 'expected nothing more here: the value before it has ended'],
  [/^Unexpected flow-(?:map|seq)-end/, 'closes what nothing has opened'],
  [/^Unexpected , /, 'expected an entry before this comma'],
  [
    /^(Alias|Anchor) cannot be an empty/,
    `expected a name behind this; text that begins with * or & ${QUOTED}`,
  ],
  [/^Plain value cannot start with .*(.)$/, `text that begins with $1 ${QUOTED}`],
  [/^Unresolved tag: (\S+)$/, `there is no tag $1; text that begins with ! ${QUOTED}`],
  [
    /^Excessive alias count/,
    'aliases of aliases stand for more than can be read: write out what they repeat',
  ],
];

/** Finds the end of the first line of a text that ends all lines as YAML ends none. */
export function lineEndMistake(text: string): Mistake | undefined {
  const offset = text.indexOf('\r');
  if (offset === -1 || text.includes('\n')) return undefined;
  return { offset, message: 'expected LF or CRLF at the end of each line, got CR' };
}

/** Converts an error of the parser into a mistake with a message of ours. */
export function mistakeOf(fault: YAMLError | YAMLWarning, document: Document): Mistake {
  const { code, message, pos } = fault;
  // The parser has run out of stack.
  if (code === 'RESOURCE_EXHAUSTION') return { offset: pos[0], message: TOO_DEEP };
  const isUnclosed = message.startsWith('Missing closing');
  const offset = isUnclosed ? lastQuote(document, pos[0]) : pos[0];
  return { offset, message: inOurWords(message) };
}

/** Replaces a message of the parser, or shortens it where nothing of ours replaces it. */
export function inOurWords(message: string): string {
  for (const [theirs, ours] of OUR_WORDS) {
    const match = theirs.exec(message);
    if (match !== null) return ours.replace('$1', () => excerpt(match[1] ?? ''));
  }
  return excerpt(message);
}

/**
 * Finds where the last quoted text before an offset begins: its missing end is noticed only at the
 * end of the file.
 */
function lastQuote(document: Document, before: number): number {
  let start = before;
  visit(document, (_, node) => {
    const from = isScalar(node) && node.type?.startsWith('QUOTE') ? node.range?.[0] : undefined;
    if (from !== undefined && from <= before) start = from;
  });
  return start;
}
