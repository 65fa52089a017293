import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  Scalar,
  visit,
  type YAMLMap,
  YAMLSeq,
} from 'yaml';
import { isExtension } from '../loose.ts';
import { changesAliases } from './alias-order.ts';
import { rootShape, type Shape } from './key-order.ts';
import { settleRemarks } from './remarks.ts';

/** The width of a line; longer ones are broken. */
const WIDTH = 120;

type Collection = YAMLMap | YAMLSeq;

/**
 * Where a value stands: its shape, the column of its lines, and the width of what precedes it on
 * its first line.
 */
interface Place {
  readonly shape: Shape;
  readonly column: number;
  readonly prefix: number;
}

/**
 * Writes a document of any content in the canonical form of scenario files; comments stay with what
 * they precede or follow.
 *
 * Keys have the order of the schema. Lists of mappings, and mappings by name, have a line for each
 * entry; everything else is on one line where it fits. A blank line separates sections. A mapping
 * keeps its order where another order would part an alias from its anchor.
 */
export function layOut(document: Document): string {
  const { contents } = document;
  visit(document, {
    Scalar: (place, scalar) => normalise(scalar, place === 'key'),
    Seq: (_, seq) => withoutPadding(seq),
  });
  if (isMap(contents)) {
    const shape = rootShape(document.toJS());
    keepHead(contents, () => reorder(contents, shape));
    settleRemarks(document);
    contents.flow = false;
    for (const [index, pair] of contents.items.entries()) {
      const before = contents.items[index - 1];
      const isApart = before !== undefined && (isSection(before) || isSection(pair));
      if (isNode(pair.key)) pair.key.spaceBefore = isApart;
      if (isSection(pair)) layOutSection(pair, shape);
    }
  }
  visit(document, { Collection: (_, node) => (node.flow === true ? unblock(node) : undefined) });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Turns block text into ordinary text, so that it can stand on one line with other values. */
function unblock(collection: Collection): void {
  visit(collection, { Scalar: (_, scalar) => dropType(scalar, BLOCKS) });
}

const QUOTES: readonly unknown[] = [Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE];
const BLOCKS: readonly unknown[] = [Scalar.BLOCK_FOLDED, Scalar.BLOCK_LITERAL];

/** Text that begins or ends with blank lines: as a block, they would mix with those around it. */
const BLANK_ENDS = /^\s*\n|\n\s*\n$/;

function dropType(scalar: Scalar, types: readonly unknown[]): void {
  if (types.includes(scalar.type)) delete scalar.type;
}

/** Drops unnecessary quotes, and quotes integers that a number cannot hold exactly. */
function normalise(scalar: Scalar, isKey: boolean): void {
  const { value } = scalar;
  if (typeof value === 'bigint' && !Number.isSafeInteger(Number(value))) {
    scalar.value = value.toString();
    delete scalar.source;
  }
  dropType(scalar, isKey ? [...QUOTES, ...BLOCKS] : QUOTES);
  if (typeof value === 'string' && BLANK_ENDS.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

/** Writes a list as [v1, v2], while mappings on one line keep their spaces: { op: pay }. */
function withoutPadding(seq: YAMLSeq): void {
  seq.toString = (context, ...rest) =>
    YAMLSeq.prototype.toString.call(
      seq,
      context !== undefined && seq.flow === true
        ? { ...context, flowCollectionPadding: '' }
        : context,
      ...rest,
    );
}

/** A comment above the first key is about the whole file, so it stays at the top. */
function keepHead(map: YAMLMap, change: () => void): void {
  const before = map.items[0]?.key;
  change();
  const after = map.items[0]?.key;
  if (!isNode(before) || !isNode(after) || before === after || before.commentBefore == null) return;
  const own = after.commentBefore == null ? '' : `\n${after.commentBefore}`;
  after.commentBefore = `${before.commentBefore}${own}`;
  before.commentBefore = null;
}

function reorder(map: YAMLMap, shape: Shape): void {
  const rank = (pair: Pair) => {
    const key = keyOf(pair);
    if (key === 'id') return -1;
    const place = shape.order.indexOf(key);
    if (place >= 0) return place;
    return shape.order.length + (isExtension(key) ? 1 : 0);
  };
  // Names that the author chose keep the order of the file.
  const ordered = shape.isByName ? map.items : map.items.toSorted((a, b) => rank(a) - rank(b));
  // An alias must not come before its anchor.
  if (!changesAliases(map.items, ordered)) map.items = ordered;
  for (const pair of map.items) {
    const key = keyOf(pair);
    reorderInside(pair.value, shape.inner(key, plainOf(pair.value)));
  }
}

function reorderInside(value: unknown, shape: Shape): void {
  if (isMap(value)) reorder(value, shape);
  if (!isSeq(value)) return;
  for (const [index, item] of value.items.entries()) {
    reorderInside(item, shape.inner(index, plainOf(item)));
  }
}

function keyOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}

/** Gives a node as plain data, but only its scalar values, which suffice for tags. */
function plainOf(node: unknown): unknown {
  if (!isMap(node)) return undefined;
  return Object.fromEntries(
    node.items.flatMap((pair) => (isScalar(pair.value) ? [[keyOf(pair), pair.value.value]] : [])),
  );
}

function isSection({ value }: Pair): boolean {
  return isCollection(value) && value.items.length > 0;
}

function layOutSection(pair: Pair, shape: Shape): void {
  const inner = shape.inner(keyOf(pair), plainOf(pair.value));
  spread(pair.value as Collection, { shape: inner, column: 0, prefix: 0 });
}

/** Puts every entry of a collection on lines of its own. */
function spread(collection: Collection, { shape, column }: Place): void {
  collection.flow = false;
  for (const [index, item] of collection.items.entries()) {
    if (isPair(item)) {
      const key = keyOf(item);
      arrange(item.value, {
        shape: shape.inner(key, plainOf(item.value)),
        column: column + 2,
        prefix: column + 2 + key.length + 2,
      });
    } else {
      const inner = shape.inner(index, plainOf(item));
      arrange(item, { shape: inner, column: column + 2, prefix: column + 4 });
    }
  }
}

function arrange(value: unknown, place: Place): void {
  if (!isCollection(value)) return;
  const collection = value as Collection;
  if (!mustSpread(collection, place.shape) && place.prefix + widthOf(collection) <= WIDTH) return;
  spread(collection, place);
}

function mustSpread(collection: Collection, shape: Shape): boolean {
  if (collection.items.length === 0) return false;
  const isCrowded = isSeq(collection)
    ? collection.items.some(isMap)
    : (collection as YAMLMap).items.filter(({ value }) => isMap(value)).length >
      (shape.isByName ? 0 : 1);
  return (
    isCrowded ||
    hasRemark(collection) ||
    collection.items.some((item, index) => holdsSpread(item, shape, index))
  );
}

function holdsSpread(item: unknown, shape: Shape, index: number): boolean {
  const [key, value] = isPair(item) ? [keyOf(item), item.value] : [index, item];
  if (!isCollection(value)) return false;
  return mustSpread(value as Collection, shape.inner(key, plainOf(value)));
}

/** Tells whether there is a comment or a blank line inside. */
function hasRemark(collection: Collection): boolean {
  let found = false;
  visit(collection, {
    Node(_, node) {
      if (node === collection) return undefined;
      const isMarked = !isAlias(node) && node.spaceBefore === true;
      if (!isMarked && node.comment == null && node.commentBefore == null) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  // A comment after a line is not inside.
  return found || (collection.comment != null && collection.flow !== true);
}

/** Puts a collection on one line and measures it. */
function widthOf(collection: Collection): number {
  visit(collection, {
    Collection: (_, node) => {
      node.flow = true;
    },
  });
  const text = new Document(collection).toString({
    lineWidth: 0,
    flowCollectionPadding: true,
    // The anchors of its aliases may stand outside of it.
    verifyAliasOrder: false,
  });
  return text.trimEnd().length;
}
