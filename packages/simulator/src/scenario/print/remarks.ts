import {
  type Document,
  isCollection,
  isNode,
  isPair,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

type Collection = YAMLMap | YAMLSeq;

/**
 * Brings comments and blank lines to where the parser finds them once they are printed, so that to
 * print again moves none and adds none.
 *
 * The parser hands the blank lines between two sections to the comment that ends the first of them,
 * and the printer has blank lines of its own there.
 */
export function settleRemarks(document: Document): void {
  const { contents } = document;
  if (!isNode(contents)) return;
  settle(contents);
  // What ends the outermost mapping ends the file.
  if (contents.comment == null) return;
  document.comment = [contents.comment, document.comment ?? []].flat().join('\n');
  contents.comment = null;
}

function settle(node: Node): void {
  if (node.comment != null) node.comment = node.comment.replace(/^\n+|\n+$/g, '');
  if (node.commentBefore != null) settleAbove(node, node.commentBefore);
  if (!isCollection(node)) return;
  for (const item of (node as Collection).items) {
    if (isPair(item)) {
      if (isNode(item.key)) settleKey(item.key);
      if (isNode(item.value)) settleValue(item.value);
    } else if (isNode(item)) {
      settleItem(item);
    }
  }
  const head = headOf(node);
  if (head !== undefined) delete head.spaceBefore;
}

function settleAbove(node: Node, comment: string): void {
  // Above the first key the parser keeps no more than one blank line.
  node.commentBefore = comment.replace(/\n{3,}/g, '\n\n').replace(/\n+$/, '\n');
  if (comment.trim() !== '') return;
  // Behind a comment in brackets it takes blank lines for a comment that says nothing.
  node.commentBefore = null;
  node.spaceBefore = true;
}

/** Behind a key that stands alone on its line is no room once its value stands there. */
function settleKey(key: Node): void {
  settle(key);
  if (key.comment == null) return;
  key.commentBefore = [key.commentBefore ?? [], key.comment].flat().join('\n');
  key.comment = null;
}

/** Behind a key there is room for remarks about the first entry, which keep a list or mapping spread. */
function settleValue(value: Node): void {
  settle(value);
  delete value.spaceBefore;
  const head = headOf(value);
  if (head !== undefined) takeOver(head, value, [value, head]);
}

/** Behind a dash there is none: what stands above the first entry of an item is about all of it. */
function settleItem(item: Node): void {
  settle(item);
  const head = headOf(item);
  if (head !== undefined) takeOver(item, head, [item, head]);
}

/** Has one node say before it what both say, in this order. */
function takeOver(to: Node, from: Node, order: readonly Node[]): void {
  if (from.commentBefore == null) return;
  to.commentBefore = order.flatMap(({ commentBefore }) => commentBefore ?? []).join('\n');
  from.commentBefore = null;
}

/** Gives what is printed first of a list or mapping. */
function headOf(node: Node): Node | undefined {
  if (!isCollection(node)) return undefined;
  const [first] = (node as Collection).items;
  const head = isPair(first) ? first.key : first;
  return isNode(head) ? head : undefined;
}
