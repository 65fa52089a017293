import { closest, distance } from 'fastest-levenshtein';

/** Point at one mistake in a scenario file; lines and columns count from 1. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Key path such as `workload[0].steps[1].to`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Refuse a scenario file; `diagnostics` lists every mistake in the order of the file. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly code = 'InvalidScenario';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.diagnostics = diagnostics;
  }
}

/** Write a diagnostic on one line, in the form that terminals and editors turn into a link. */
export function formatDiagnostic({ file, line, column, path, message }: Diagnostic): string {
  const where = path === '' ? '' : `${path}: `;
  return `${file}:${line}:${column}: ${where}${message}`;
}

/** Lead from the root of a document to one of its nodes. */
export type Path = readonly (string | number)[];

/** Name a mistake by path, before it has a line; `at` tells a key from the value under it. */
export interface Problem {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** Write a path the way people do: `workload[0].steps`; a key that is no such word stands in quotes: `alice["front door"]`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((segment) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return /^[\w-]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** The longest piece of a file that a message repeats. */
const EXCERPT_LENGTH = 80;

/** Shorten what a message repeats of a file, which may be all of it, to the beginning of one line. */
export function excerpt(text: string): string {
  const line = text.split('\n', 1).join('');
  const shown = line.slice(0, EXCERPT_LENGTH).trimEnd();
  return shown === text ? text : `${shown} …`;
}

/** Offer the nearest known word, or all of them when none is near; `unlisted` are offered where near alone. */
export function suggest(
  word: string,
  known: readonly string[],
  unlisted: readonly string[] = [],
): string {
  // With another number it is somebody else, not the same misspelt.
  const letters = lettersOf(word);
  const others = [...known, ...unlisted].filter(
    (each) => letters === word || lettersOf(each) !== letters,
  );
  const near = suggestNear(word, others);
  return near === '' && known.length > 0 ? `; expected ${oneOf(known)}` : near;
}

function oneOf(known: readonly string[]): string {
  return known.length === 1 ? listed(known) : `one of ${listed(known)}`;
}

function lettersOf(word: string): string {
  return word.replace(/[0-9]+$/, '');
}

/** From so many on, names that differ in a number only are shown as from the first to the last. */
const MANY = 6;

function listed(words: readonly string[]): string {
  // A name that is letters alone is none of those that are numbered.
  const kindOf = (word: string) => `${lettersOf(word)} ${/[0-9]$/.test(word)}`;
  const kinds = [...new Set(words.map(kindOf))];
  return kinds
    .map((kind) => {
      const group = words.filter((word) => kindOf(word) === kind);
      return group.length < MANY ? group.join(', ') : `${group[0]} to ${group.at(-1)}`;
    })
    .join(', ');
}

/** Offer the nearest known word where one is near enough to be meant. */
export function suggestNear(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = known.find((each) => areSwapped(word, each)) ?? closest(word, known);
  const reach = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const isNear = areSwapped(word, nearest) || distance(word, nearest) <= reach;
  return isNear ? `; did you mean "${nearest}"?` : '';
}

/** Tells whether two neighbours in a word have changed places, which is a slip of one key and not of two. */
function areSwapped(word: string, other: string): boolean {
  if (word.length !== other.length || word === other) return false;
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  const swapped = `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`;
  return swapped === other;
}
