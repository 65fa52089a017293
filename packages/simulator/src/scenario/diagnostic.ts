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

/** Write a path the way people do: `workload[0].steps`. */
export function formatPath(path: Path): string {
  return path
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
    .join('')
    .replace(/^\./, '');
}

/** Offer the nearest known word, or all of them when none is near. */
export function suggest(word: string, known: readonly string[]): string {
  const near = suggestNear(word, known);
  return near === '' && known.length > 0 ? `; there is ${known.join(', ')}` : near;
}

/** Offer the nearest known word where one is near enough to be meant. */
export function suggestNear(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(word, known);
  const reach = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  return distance(word, nearest) <= reach ? `; did you mean "${nearest}"?` : '';
}
