import { checkSettings } from '../check-arguments.ts';
import { show } from './check-shape.ts';
import type { Path, Problem } from './diagnostic.ts';
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
    const outcome =
      mistake === undefined
        ? put(changed, path, { value: source.data, depth: 0 })
        : problemAt(path, mistake.message);
    if (outcome instanceof Misplaced) problems.push(outcome.problem);
    else changed = outcome;
  }
  return { data: changed, problems };
}

function unfrozen(data: unknown): unknown {
  if (!isMapping(data)) return data;
  const { provenance: _, ...rest } = data;
  return rest;
}

/** Holds why a value finds no place; data of a file is never one. */
class Misplaced {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}

function problemAt(path: Path, message: string): Misplaced {
  return new Misplaced({ path, at: 'value', message });
}

interface Put {
  readonly value: unknown;
  /** How many steps of the path lead to the data that is looked at. */
  readonly depth: number;
}

function put(data: unknown, path: Path, { value, depth }: Put): unknown {
  const segment = path[depth];
  if (segment === undefined) return value;
  const here = path.slice(0, depth);
  const next = { value, depth: depth + 1 };
  if (typeof segment === 'number') {
    if (!Array.isArray(data)) return problemAt(here, `expected a list, got ${show(data ?? null)}`);
    if (segment >= data.length) {
      return problemAt(here, `expected an item [${segment}], got a list of ${data.length}`);
    }
    const item = put(data[segment], path, next);
    return item instanceof Misplaced ? item : data.with(segment, item);
  }
  if (data !== undefined && data !== null && !isMapping(data)) {
    return problemAt(here, `expected keys and values, got ${show(data ?? null)}`);
  }
  const before = Object.hasOwn(data ?? {}, segment) ? data?.[segment] : undefined;
  const item = put(before, path, next);
  return item instanceof Misplaced ? item : { ...data, [segment]: item };
}

function isMapping(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
