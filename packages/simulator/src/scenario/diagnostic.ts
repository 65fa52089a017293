import { closest, distance } from 'fastest-levenshtein';
import { isExtension } from './loose.ts';

/** One mistake in a scenario file; lines and columns count from 1. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /**
   * A key path such as `workload[0].steps[1].to`; empty if the mistake concerns the file as a
   * whole.
   */
  readonly path: string;
  readonly message: string;
}

/**
 * Thrown for an invalid scenario file; `diagnostics` lists every mistake in the order of the file.
 */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly code = 'InvalidScenario';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.diagnostics = diagnostics;
  }
}

/** Writes a diagnostic on one line, in the form that terminals and editors turn into a link. */
export function formatDiagnostic({ file, line, column, path, message }: Diagnostic): string {
  const where = path === '' ? '' : `${path}: `;
  return `${file}:${line}:${column}: ${where}${message}`;
}

/** The keys and positions that lead from the root of a document to one of its nodes. */
export type Path = readonly (string | number)[];

/** A mistake at a path, whose line is not known yet; `at` tells a key from its value. */
export interface Problem {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/**
 * Writes a path in the usual way: `workload[0].steps`; a key that is not a simple word is quoted:
 * `alice["front door"]`.
 */
export function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((segment) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return /^[\w-]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** The longest excerpt of a file that a message shows. */
const EXCERPT_LENGTH = 80;

/** Shortens text from a file, however long, to the beginning of its first line. */
export function excerpt(text: string): string {
  const line = text.split('\n', 1).join('');
  const shown = line.slice(0, EXCERPT_LENGTH).trimEnd();
  return shown === text ? text : `${shown} …`;
}

/**
 * Suggests the nearest known word, or lists all of them if none is near. `unlisted` words are
 * suggested only if they are near.
 */
export function suggest(
  word: string,
  known: readonly string[],
  unlisted: readonly string[] = [],
): string {
  if (isExtension(word)) return "; a key that starts with x- is the author's, and names nothing";
  // The same letters with another number name somebody else; that is no spelling mistake.
  const letters = lettersOf(word);
  const right = rightlySpelled(known);
  const others = [...right, ...unlisted].filter(
    (each) => letters === word || lettersOf(each) !== letters,
  );
  const near = suggestNear(word, others);
  return near === '' && right.length > 0 ? `; expected ${oneOf(right)}` : near;
}

/** Leaves out words that are also there in lower case: with capitals they are mistakes themselves. */
function rightlySpelled(words: readonly string[]): readonly string[] {
  return words.filter((word) => {
    const lower = word.toLowerCase();
    return word === lower || !words.includes(lower);
  });
}

function oneOf(known: readonly string[]): string {
  return known.length === 1 ? listed(known) : `one of ${listed(known)}`;
}

function lettersOf(word: string): string {
  return word.replace(/[0-9]+$/, '');
}

/** From this many on, names that differ only in their number are shown as a range. */
const MANY = 6;

function listed(words: readonly string[]): string {
  // A name without a number does not belong to the range of numbered ones.
  const kindOf = (word: string) => `${lettersOf(word)} ${/[0-9]$/.test(word)}`;
  const kinds = [...new Set(words.map(kindOf))];
  return kinds
    .map((kind) => {
      const group = words.filter((word) => kindOf(word) === kind);
      return group.length < MANY ? group.join(', ') : `${group[0]} to ${group.at(-1)}`;
    })
    .join(', ');
}

/** What people write who do not know our word for it yet, with the words that they may mean. */
const SAME_MEANING: ReadonlyMap<string, readonly string[]> = new Map([
  ['accounts', ['clients']],
  ['confirmed', ['final']],
  ['create', ['create-token']],
  ['duration', ['for', 'simTime']],
  ['failed', ['refused']],
  ['isolate', ['cut']],
  ['kill', ['crash']],
  ['latency', ['delay']],
  ['loss', ['drop']],
  ['nodes', ['validators']],
  ['partition', ['cut']],
  ['receiver', ['to']],
  ['recipient', ['to']],
  ['rejected', ['refused']],
  ['settled', ['final']],
  ['success', ['final', 'pass']],
  ['time', ['simTime', 'at']],
  ['transfer', ['pay']],
  ['type', ['kind', 'op']],
  ['users', ['clients']],
  ['value', ['amount']],
]);

/** Suggests a known word that means the same, or is near enough to be meant. */
export function suggestNear(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const meant = SAME_MEANING.get(word)?.find((each) => known.includes(each));
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  const nearest = known.find((each) => areSwapped(word, each)) ?? closest(word, known);
  const reach = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const isNear = areSwapped(word, nearest) || distance(word, nearest) <= reach;
  return isNear ? `; did you mean "${nearest}"?` : '';
}

/** Tells whether two adjacent letters of a word are swapped, which counts as one slip, not two. */
function areSwapped(word: string, other: string): boolean {
  if (word.length !== other.length || word === other) return false;
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  const swapped = `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`;
  return swapped === other;
}
