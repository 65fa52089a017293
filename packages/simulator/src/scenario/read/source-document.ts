import type { Document, Node, YAMLError, YAMLWarning } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { checkSource } from '../../check-arguments.ts';
import type { Diagnostic, Path, Problem } from '../diagnostic.ts';
import { excerpt, formatPath } from '../diagnostic.ts';
import { isExtension } from '../loose.ts';
import { createLineIndex } from './line-index.ts';
import { type Mistake, unreadableNodes } from './unreadable-nodes.ts';
import { inOurWords, lineEndMistake, mistakeOf } from './yaml-words.ts';

/** A parsed file that knows the position of every node. */
export interface SourceDocument {
  /** Without the keys of the author, those with `x-`; undefined if the text is no YAML. */
  readonly data: unknown;
  readonly isReadable: boolean;
  /** Mistakes in the YAML itself; a document with repeated keys is still readable. */
  readonly diagnostics: readonly Diagnostic[];
  readonly locate: (problem: Problem) => Diagnostic;
}

/**
 * Parses YAML 1.2 (core schema), of which JSON is a part.
 *
 * Integers beyond 2^53 become decimal text, so that no digit is lost.
 *
 * @throws ArgumentError if `text` is no string
 */
export function parseSource(text: string, file: string): SourceDocument {
  checkSource(text, file);
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    intAsBigInt: true,
    prettyErrors: false,
  });
  const placeAt = createLineIndex(text);
  const place = ({ offset, message }: Mistake, path: string): Diagnostic => {
    return { file, ...placeAt(offset), path, message };
  };
  const repeats = document.errors.filter(isDuplicateKey);
  const [error] = document.errors
    .filter((each) => !isDuplicateKey(each))
    .toSorted((one, other) => one.pos[0] - other.pos[0]);
  // After the first syntax error nothing is what the author meant.
  const broken =
    error === undefined
      ? [
          ...document.warnings.map((each) => mistakeOf(each, document)),
          ...unreadableNodes(document),
        ]
      : [lineEndMistake(text) ?? mistakeOf(error, document)];
  const { data, mistakes } =
    broken.length > 0 ? { data: undefined, mistakes: broken } : read(document);
  return {
    data,
    isReadable: mistakes.length === 0,
    diagnostics: [
      ...(error === undefined ? repeats.map((repeat) => repeatedKey(repeat, text)) : []),
      ...mistakes,
    ].map((mistake) => place(mistake, '')),
    locate: ({ path, at, message }) =>
      place(
        { offset: offsetOf(document, path, at), message },
        formatPath(at === 'key' ? path.slice(0, -1) : path),
      ),
  };
}

function isDuplicateKey({ code }: YAMLError | YAMLWarning): boolean {
  return code === 'DUPLICATE_KEY';
}

function repeatedKey({ pos }: YAMLError, text: string): Mistake {
  const key = /^["']?([^"':\n]*)/.exec(text.slice(pos[0]))?.[1] ?? '';
  return { offset: pos[0], message: `duplicate key "${excerpt(key)}"` };
}

/** Turns nodes into data; the parser refuses aliases that multiply without bound. */
function read(document: Document): { data: unknown; mistakes: readonly Mistake[] } {
  try {
    return { data: plain(document.toJS()), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { data: undefined, mistakes: [{ offset: 0, message: inOurWords(error.message) }] };
  }
}

/** Replaces bigints, since the schema speaks of JSON numbers, and leaves out the author's keys. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const isExact = BigInt(Number(value)) === value && Number.isSafeInteger(Number(value));
    return isExact ? Number(value) : value.toString();
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isExtension(key) ? [] : [[key, plain(item)]])),
  );
}

/** Finds where a node starts; for an absent one, where its nearest ancestor starts. */
function offsetOf(document: Document, path: Path, at: 'key' | 'value'): number {
  let offset = document.contents?.range?.[0] ?? 0;
  let node: unknown = document.contents;
  for (const [depth, segment] of path.entries()) {
    const step = descend(document, resolveAlias(document, node), segment);
    if (step === undefined) return offset;
    const isLast = depth === path.length - 1;
    node = step.value;
    offset = startOf(isLast && at === 'key' ? step.key : step.value) ?? startOf(step.key) ?? offset;
  }
  return offset;
}

function resolveAlias(document: Document, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function descend(
  document: Document,
  node: unknown,
  segment: string | number,
): { key: unknown; value: unknown } | undefined {
  if (isSeq(node)) return { key: undefined, value: node.items[Number(segment)] };
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => keyText(document, key) === String(segment));
}

/** Gives a key as plain data has it: a null key is empty text there. */
function keyText(document: Document, key: unknown): string | undefined {
  const scalar = resolveAlias(document, key);
  return isScalar(scalar) ? String(scalar.value ?? '') : undefined;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}
