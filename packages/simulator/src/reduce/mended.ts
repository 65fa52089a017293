import { problemsIn } from '../scenario/check/problems.ts';
import type { Path, Problem } from '../scenario/diagnostic.ts';
import { items } from '../scenario/loose.ts';
import type { RawScenario } from '../scenario/scenario.ts';
import { valueAt, withoutPlaces, withValue } from './tree.ts';

/** Tells whether the loader finds nothing wrong with a scenario. */
export function isSound(document: RawScenario): boolean {
  return mistakesIn(document).length === 0;
}

/**
 * Removes from a scenario what the loader finds wrong with it, such as payments to a client that
 * has been removed, and then whatever is wrong without that. Undefined if something is wrong that
 * cannot be removed.
 */
export function mended(document: RawScenario): RawScenario | undefined {
  const problems = mistakesIn(document);
  if (problems.length === 0) return document;
  const [first] = problems;
  const count = first === undefined ? undefined : quorumFor(document, first);
  if (first !== undefined && count !== undefined) {
    return mended(withValue(document, first.path, count));
  }
  const places = problems.flatMap(({ path }) => {
    const place = removable(document, path);
    return place === undefined ? [] : [place];
  });
  return places.length < problems.length ? undefined : mended(withoutPlaces(document, places));
}

function mistakesIn(document: RawScenario): readonly Problem[] {
  return problemsIn({ version: 1, ...document });
}

/**
 * If a quorum exceeds the number of verifiers or signers that are left, it becomes that number,
 * unless none is left.
 */
function quorumFor(document: RawScenario, { path }: Problem): number | undefined {
  if (path.at(-1) !== 'quorum') return undefined;
  const holder = valueAt(document, path.slice(0, -1));
  const count = Math.max(items(holder, 'verifiers').length, items(holder, 'signers').length);
  const given = Number(valueAt(document, path));
  return count > 0 && given > count ? count : undefined;
}

/** Finds the smallest part around a mistake without which the rest is still valid. */
function removable(document: RawScenario, path: Path): Path | undefined {
  const lengths = path.map((_, index) => path.length - index);
  return lengths.map((length) => path.slice(0, length)).find((place) => mayGo(document, place));
}

/** Optional keys that hold a name; without them, the default applies. */
const OPTIONAL: ReadonlySet<string> = new Set(['release', 'feeToken', 'proxy', 'operates']);

function mayGo(document: RawScenario, place: Path): boolean {
  const [section, part] = place;
  if (Array.isArray(valueAt(document, place.slice(0, -1)))) return true;
  if (section === 'changes' && place.at(-1) === 'operators') return true;
  if (OPTIONAL.has(String(place.at(-1)))) return true;
  if (section === 'cluster' && part === 'fees') {
    return place.length === 2 || (place.length === 3 && place.at(-1) === 'token');
  }
  if (section === 'expect') return place.length === 3;
  return section === 'cluster' && (part === 'clients' || part === 'accounts') && place.length === 3;
}
