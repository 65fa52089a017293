import type { Document, Node } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isPair, isSeq, visit } from 'yaml';
import { excerpt } from '../diagnostic.ts';

/** A mistake at an offset of the text. */
export interface Mistake {
  readonly offset: number;
  readonly message: string;
}

/**
 * How many lists and mappings may be nested, far more than any scenario has: the functions that
 * read them are recursive.
 */
const MOST_LEVELS = 100;

/** The message for a file that exceeds this. */
export const TOO_DEEP = `expected at most ${MOST_LEVELS} lists and mappings inside each other, and this lies deeper`;

/** Finds what is valid YAML but no data: too many levels, broken aliases, keys that are no text. */
export function unreadableNodes(document: Document): readonly Mistake[] {
  const deep = tooDeep(document);
  return deep === undefined ? [...brokenAliases(document), ...strangeKeys(document)] : [deep];
}

/** Finds the first node that lies too deep; what an alias repeats counts as well. */
function tooDeep(document: Document): Mistake | undefined {
  // An anchor comes before its aliases. If its depth is not known yet, it encloses its alias and is
  // broken.
  const levels = new Map<unknown, number>();
  let found: Mistake | undefined;
  const measure = (node: unknown, above: number): number => {
    const below = isAlias(node) ? (levels.get(node.resolve(document)) ?? 0) : 0;
    if (above + below > MOST_LEVELS || (isCollection(node) && above === MOST_LEVELS)) {
      found ??= { offset: offsetOf(node), message: TOO_DEEP };
      return below;
    }
    if (!isCollection(node)) return below;
    const parts = node.items.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item]));
    const own =
      1 + parts.reduce<number>((most, part) => Math.max(most, measure(part, above + 1)), 0);
    levels.set(node, own);
    return own;
  };
  measure(document.contents, 0);
  return found;
}

/** Finds aliases that stand for nothing, for themselves, or for too much. */
function brokenAliases(document: Document): readonly Mistake[] {
  const broken: Mistake[] = [];
  visit(document, {
    Alias(_, alias, ancestors) {
      const target = alias.resolve(document);
      const offset = offsetOf(alias);
      if (target === undefined) {
        broken.push({
          offset,
          message: `no anchor &${excerpt(alias.source)} stands before this alias`,
        });
      } else if (ancestors.includes(target)) {
        broken.push({
          offset,
          message: `*${excerpt(alias.source)} stands inside of what it repeats`,
        });
      }
    },
  });
  return broken;
}

/** Finds keys that are lists or mappings: YAML allows them, but a scenario has words there. */
function strangeKeys(document: Document): readonly Mistake[] {
  const strange: Mistake[] = [];
  visit(document, {
    Pair(_, { key }) {
      const node = isAlias(key) ? key.resolve(document) : key;
      if (!isMap(node) && !isSeq(node)) return;
      const got = isMap(node) ? 'keys and values' : 'a list';
      strange.push({ offset: offsetOf(key), message: `expected text as a key, got ${got}` });
    },
  });
  return strange;
}

function offsetOf(node: unknown): number {
  return (isNode(node) ? (node as Node).range?.[0] : undefined) ?? 0;
}
