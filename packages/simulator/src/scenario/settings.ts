import { checkSettings } from '../check-arguments.ts';
import { show } from './check-shape.ts';
import type { Path, Problem } from './diagnostic.ts';
import { field, isMapping } from './loose.ts';
import { parseSource } from './source-document.ts';

/** Puts a value in its place in a scenario file, whatever stands there. */
export interface Setting {
  /** The keys and positions that lead to the place, such as `['workload', 0, 'client']`. */
  readonly path: readonly (string | number)[];
  /** What stands there from now on, as YAML 1.2. */
  readonly value: string;
}

/** Hold the data of a file after settings, and what is wrong with those that came to nothing. */
export interface SetData {
  readonly data: unknown;
  readonly problems: readonly Problem[];
}

/**
 * Put values in their places, one after the other; keys that lead there are made where they are absent.
 *
 * What the data was frozen from says nothing of it any more, and is left out.
 *
 * @throws ArgumentError for settings that are none
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

/** Names where a path leads through what has no such place. */
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

/** Puts a value where a path leads that is not misplaced. */
function put(data: unknown, [segment, ...rest]: Path, value: unknown): unknown {
  if (segment === undefined) return value;
  const item = put(field(data, String(segment)), rest, value);
  return Array.isArray(data)
    ? data.with(Number(segment), item)
    : { ...(data as object), [segment]: item };
}
