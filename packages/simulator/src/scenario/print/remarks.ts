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
 * Moves comments and blank lines to where the parser finds them after printing, so that printing
 * again moves and adds none.
 *
 * The parser gives the blank lines between two sections to the comment that ends the first of them,
 * and the printer inserts blank lines of its own there.
 */
export function settleRemarks(document: Document): void {
  const { contents } = document;
  if (!isNode(contents)) return;
  settle(contents);
  // A comment at the end of the outermost mapping is at the end of the file.
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
  // Above the first key the parser keeps at most one blank line.
  node.commentBefore = comment.replace(/\n{3,}/g, '\n\n').replace(/\n+$/, '\n');
  if (comment.trim() !== '') return;
  // After a comment in brackets the parser reads blank lines as an empty comment.
  node.commentBefore = null;
  node.spaceBefore = true;
}

/**
 * A comment after a key that is alone on its line has no room once the value is on that line, so it
 * moves above the key.
 */
function settleKey(key: Node): void {
  settle(key);
  if (key.comment == null) return;
  key.commentBefore = [key.commentBefore ?? [], key.comment].flat().join('\n');
  key.comment = null;
}

/**
 * After a key there is room for comments about the first entry; they keep a list or mapping on
 * several lines.
 */
function settleValue(value: Node): void {
  settle(value);
  delete value.spaceBefore;
  const head = headOf(value);
  if (head !== undefined) takeOver(head, value, [value, head]);
}

/**
 * After a dash there is no such room: a comment above the first entry of an item is about the whole
 * item.
 */
function settleItem(item: Node): void {
  settle(item);
  const head = headOf(item);
  if (head !== undefined) takeOver(item, head, [item, head]);
}

/** Moves the comments of both nodes before one of them, in this order. */
function takeOver(to: Node, from: Node, order: readonly Node[]): void {
  if (from.commentBefore == null) return;
  to.commentBefore = order.flatMap(({ commentBefore }) => commentBefore ?? []).join('\n');
  from.commentBefore = null;
}

/** Gives the node of a list or mapping that is printed first. */
function headOf(node: Node): Node | undefined {
  if (!isCollection(node)) return undefined;
  const [first] = (node as Collection).items;
  const head = isPair(first) ? first.key : first;
  return isNode(head) ? head : undefined;
}
