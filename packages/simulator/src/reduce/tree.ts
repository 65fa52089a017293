import type { Path } from '../scenario/diagnostic.ts';
import { field } from '../scenario/loose.ts';

/** A place in a document: a value, or a mapping or list with everything inside it. */
export interface Place {
  readonly path: Path;
  readonly value: unknown;
}

/** Lists every place of a document below `path`, each before the places inside it. */
export function placesOf(value: unknown, path: Path = []): readonly Place[] {
  const inner = Array.isArray(value) ? [...value.entries()] : entriesOf(value);
  return [{ path, value }, ...inner.flatMap(([key, each]) => placesOf(each, [...path, key]))];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Reads what stands at a path; undefined where nothing does. */
export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce(
    (value: unknown, key) =>
      Array.isArray(value) ? value[Number(key)] : field(value, String(key)),
    document,
  );
}

/** Gives a copy of a document in which another value stands at a path. */
export function withValue<T>(document: T, path: Path, value: unknown): T {
  return changed(document, path, () => value) as T;
}

function changed(document: unknown, [key, ...rest]: Path, to: () => unknown): unknown {
  if (key === undefined) return to();
  if (Array.isArray(document)) {
    return document.map((item, index) => (index === key ? changed(item, rest, to) : item));
  }
  return { ...(document as object), [key]: changed(field(document, String(key)), rest, to) };
}

/** Gives a copy of a document without what stands at these paths, list items and keys. */
export function withoutPlaces<T>(document: T, paths: readonly Path[]): T {
  return pruned(document, paths) as T;
}

function pruned(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value;
  const goes = (key: string | number) =>
    paths.some(([first, ...rest]) => first === key && rest.length === 0);
  const below = (key: string | number) =>
    paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (goes(index) ? [] : [pruned(item, below(index))]));
  }
  return Object.fromEntries(
    entriesOf(value).flatMap(([key, item]) => (goes(key) ? [] : [[key, pruned(item, below(key))]])),
  );
}
