import { formatDuration } from '@quorate/network';
import type { RawScenario } from '../../scenario/scenario.ts';
import { spanIn } from '../span-in.ts';
import { thinned } from '../thinned.ts';
import { type Place, placesOf, withoutPlaces, withValue } from '../tree.ts';

/** The sections in which every key, item and number may be removed or made smaller. */
const SECTIONS = ['cluster', 'network', 'workload', 'changes', 'faults', 'byzantine'] as const;

/** Lists whose items another axis leaves out, with everything that belongs to them. */
const ELEMENTS = new Set(['workload', 'faults', 'byzantine', 'steps', 'acts', 'links']);

/**
 * Leaves out single keys and items of lists, such as the scope of an act, the length of a fault,
 * targets.
 */
export function* fewerDetails(document: RawScenario): Iterable<RawScenario> {
  for (const { path, value } of placesIn(document)) {
    const key = path.at(-1);
    if (typeof key === 'string' && path.length > 2) yield withoutPlaces(document, [path]);
    if (!Array.isArray(value) || ELEMENTS.has(String(key))) continue;
    for (const fewer of thinned(value)) yield withValue(document, path, fewer);
  }
}

/** Makes single numbers and time spans smaller: zero, one, a round number, or half. */
export function* smallerValues(document: RawScenario): Iterable<RawScenario> {
  for (const { path, value } of placesIn(document)) {
    for (const smaller of smallerThanValue(value)) yield withValue(document, path, smaller);
  }
}

function placesIn(document: RawScenario): readonly Place[] {
  return SECTIONS.flatMap((section) =>
    document[section] === undefined ? [] : placesOf(document[section], [section]),
  );
}

function smallerThanValue(value: unknown): readonly (string | number)[] {
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? smallerIntegers(BigInt(value)).map(Number)
      : [0, Math.round(value * 10) / 10, Math.round(value * 100) / 100].filter(
          (each) => each < value,
        );
  }
  if (typeof value !== 'string') return [];
  if (/^-?[0-9]+$/.test(value)) {
    return smallerIntegers(BigInt(value)).map((each) =>
      Number.isSafeInteger(Number(each)) ? Number(each) : String(each),
    );
  }
  const span = spanIn(value);
  return span === undefined ? [] : smallerSpans(span);
}

function smallerIntegers(value: bigint): readonly bigint[] {
  if (value < 0n) return smallerIntegers(-value).map((each) => -each);
  return distinct([0n, 1n, rounded(value), value / 2n, value - 1n], value);
}

function smallerSpans(span: bigint): readonly string[] {
  if (span < 0n) return smallerSpans(-span).map((each) => `-${each}`);
  const tried = [0n, MS, 100n * MS, 1_000n * MS, span / 2n, span - (span % MS), rounded(span)];
  return distinct(tried, span).map(formatDuration);
}

const MS = 1_000_000n;

/** Keeps the first digit: 1834 becomes 1000. */
function rounded(value: bigint): bigint {
  const scale = 10n ** BigInt(String(value).length - 1);
  return value - (value % scale);
}

function distinct(tried: readonly bigint[], below: bigint): readonly bigint[] {
  return [...new Set(tried)].filter((each) => each < below);
}
