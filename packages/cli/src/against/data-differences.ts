import { isObject, isSameData } from '@quorate/protocol';
import { stringify } from 'yaml';

/** Something that two scenarios, or two messages, say differently. */
export interface Difference {
  /** Where it stands, with the ids of list elements, such as "faults.f1.node". */
  readonly where: string;
  /** What the first says, as YAML in a line; absent if it says nothing there. */
  readonly own?: string;
  /** What the second says; absent if it says nothing there. */
  readonly other?: string;
}

/** Lists in what two values differ, below a place; elements of a list are found by their ids. */
export function differencesIn(where: string, own: unknown, other: unknown): readonly Difference[] {
  if (isSameData(own, other)) return [];
  if (Array.isArray(own) && Array.isArray(other)) return listDifferences(where, own, other);
  // A list that is left out has no elements.
  if (own === undefined && isListWithIds(other)) return listDifferences(where, [], other);
  if (other === undefined && isListWithIds(own)) return listDifferences(where, own, []);
  if (!isMap(own) || !isMap(other)) return [differenceOf(where, own, other)];
  const keys = new Set([...Object.keys(own), ...Object.keys(other)]);
  return [...keys].flatMap((key) => {
    return differencesIn(where === '' ? key : `${where}.${key}`, own[key], other[key]);
  });
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

function listDifferences(
  where: string,
  own: readonly unknown[],
  other: readonly unknown[],
): readonly Difference[] {
  const [ownById, otherById] = [byId(own), byId(other)];
  if (ownById !== undefined && otherById !== undefined) {
    return differencesIn(where, ownById, otherById);
  }
  if (![...own, ...other].every(isMap)) return [differenceOf(where, own, other)];
  const [onlyOwn, onlyOther] = [without(own, other), without(other, own)];
  // The same elements in another order.
  if (onlyOwn.length + onlyOther.length === 0) return [differenceOf(where, own, other)];
  const place = own.indexOf(onlyOwn[0]);
  const isReplaced = onlyOwn.length + onlyOther.length === 2 && own.length === other.length;
  if (isReplaced && other[place] === onlyOther[0]) {
    return differencesIn(`${where}[${place}]`, own[place], other[place]);
  }
  return [
    ...onlyOwn.map((element) => differenceOf(where, element, undefined)),
    ...onlyOther.map((element) => differenceOf(where, undefined, element)),
  ];
}

function isListWithIds(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && byId(value) !== undefined;
}

/** Gives elements by their ids, without these; undefined if not all have one. */
function byId(list: readonly unknown[]): Readonly<Record<string, unknown>> | undefined {
  const entries = list.flatMap((element) => {
    if (!isMap(element)) return [];
    const { id, ...rest } = element;
    return typeof id === 'string' ? [[id, rest] as const] : [];
  });
  return entries.length === list.length ? Object.fromEntries(entries) : undefined;
}

/** Gives what is left of a list when each element of another has taken away one like it. */
function without(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = [...list];
  for (const other of others) {
    const place = left.findIndex((element) => isSameData(element, other));
    if (place !== -1) left.splice(place, 1);
  }
  return left;
}

function differenceOf(where: string, own: unknown, other: unknown): Difference {
  return {
    where,
    ...(own === undefined ? {} : { own: inLine(own) }),
    ...(other === undefined ? {} : { other: inLine(other) }),
  };
}

function inLine(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
