import { checkSettings } from '../../check-arguments.ts';
import { show } from '../check/check-shape.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { field, isExtension, isMapping } from '../loose.ts';
import { parseSource } from './source-document.ts';

/** Puts a value at a place of a scenario file and replaces whatever stands there. */
export interface Setting {
  /** The keys and positions that lead to the place, such as `['workload', 0, 'client']`. */
  readonly path: readonly (string | number)[];
  /** The new value, as YAML 1.2. */
  readonly value: string;
}

/**
 * The data of a file after its settings, and what is wrong with the settings that could not be
 * applied.
 */
export interface SetData {
  readonly data: unknown;
  readonly problems: readonly Problem[];
}

/**
 * Puts values in their places, one after the other; missing keys on the way are created.
 *
 * A changed scenario is no longer the frozen one, so its provenance is left out.
 *
 * @throws ArgumentError if a setting is malformed
 */
export function withSettings(data: unknown, settings: readonly Setting[]): SetData {
  checkSettings(settings);
  const problems: Problem[] = [];
  let changed = settings.length > 0 ? unfrozen(data) : data;
  for (const { path, value } of settings) {
    const source = parseSource(value, '');
    const [mistake] = source.diagnostics;
    const problem =
      mistake === undefined ? misplaced(changed, path) : problemAt(path, mistake.message);
    if (problem === undefined) changed = put(changed, path, source.data);
    else problems.push(problem);
  }
  return { data: changed, problems };
}

function unfrozen(data: unknown): unknown {
  if (!isMapping(data)) return data;
  const { provenance: _, ...rest } = data;
  return rest;
}

/** Finds where a path leads through a value that has no such place. */
function misplaced(data: unknown, path: Path): Problem | undefined {
  let found = data ?? null;
  for (const [depth, segment] of path.entries()) {
    const why = typeof segment === 'number' ? whyNoItem(found, segment) : whyNoKeys(found);
    if (why !== undefined) return problemAt(path.slice(0, depth), why);
    found = field(found, String(segment)) ?? null;
  }
  return undefined;
}

function whyNoItem(found: unknown, index: number): string | undefined {
  if (!Array.isArray(found)) return `expected a list, got ${show(found)}`;
  if (index < found.length) return undefined;
  return `expected an item [${index}], got a list of ${found.length}`;
}

function whyNoKeys(found: unknown): string | undefined {
  const isPlace = found === null || isMapping(found);
  return isPlace ? undefined : `expected keys and values, got ${show(found)}`;
}

function problemAt(path: Path, message: string): Problem {
  return { path, at: 'value', message };
}

/** Puts a value at a path that is not misplaced, unless it is one of the author's keys. */
function put(data: unknown, [segment, ...rest]: Path, value: unknown): unknown {
  if (segment === undefined) return value;
  if (isExtension(String(segment))) return data;
  const item = put(field(data, String(segment)), rest, value);
  return Array.isArray(data)
    ? data.with(Number(segment), item)
    : { ...(data as object), [segment]: item };
}
