import type { IncomingMessage } from 'node:http';
import { DecodeError, type JsonValue, parseJson } from '@quorate/protocol';

/** A request whose body is still to be read. */
interface Unread {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The initial size of the buffer, in bytes, enough for most bodies. */
const ROOM = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as text; undefined if it is not UTF-8, which JSON always is (RFC 8259, section 8.1),
 * or if the sender disconnects.
 */
export async function readText(request: Unread): Promise<string | undefined> {
  const bytes = await bytesOf(request);
  if (bytes === undefined) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

async function bytesOf(request: Unread): Promise<ArrayBuffer | undefined> {
  try {
    return await request.arrayBuffer();
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined;
    throw failure;
  }
}

/**
 * Reads a body with at most this many bytes before a handler reads it from the request.
 *
 * What exceeds the limit is neither kept nor awaited. After the answer the server reads on for a
 * moment, so that the answer arrives, and then closes the connection.
 */
export async function readAhead(
  incoming: IncomingMessage,
  most: number,
): Promise<'Read' | 'TooLarge' | 'BrokenOff'> {
  // One growing buffer: a list of pieces of one byte each would take a hundred times their size.
  let held: Buffer = Buffer.allocUnsafe(Math.min(ROOM, most));
  let length = 0;
  try {
    // Destroying the request would close the connection before there is an answer.
    for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = piece as Buffer;
      if (length + bytes.length > most) return 'TooLarge';
      held = withRoom(held, { used: length, needed: length + bytes.length, most });
      length += bytes.copy(held, length);
    }
  } catch {
    return 'BrokenOff';
  }
  // The server library looks here for a body that has already been read.
  Object.assign(incoming, { rawBody: held.subarray(0, length) });
  return 'Read';
}

interface Room {
  readonly used: number;
  readonly needed: number;
  readonly most: number;
}

/** Gives a buffer with enough room, at least twice as large as before, so that copies are rare. */
function withRoom(held: Buffer, { used, needed, most }: Room): Buffer {
  if (needed <= held.length) return held;
  const larger = Buffer.allocUnsafe(Math.min(most, Math.max(needed, 2 * held.length)));
  held.copy(larger, 0, 0, used);
  return larger;
}

/**
 * The most arrays and objects of a body, far more than the largest transaction with all its
 * witnesses has. To build millions of them, which fit into 4 MiB, takes seconds and a hundred times
 * the bytes, and nobody else is served meanwhile.
 */
export const BRACKETS_MAX = 100_000;

const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;

/** Tells whether a text has more opening brackets than a body may have, also within strings. */
export function hasTooManyBrackets(text: string): boolean {
  // Each bracket is closed by another one.
  if (text.length <= 2 * BRACKETS_MAX) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) count += 1;
  }
  return count > BRACKETS_MAX;
}

/** What is expected of a body with too many brackets. */
export const FEWER_BRACKETS = `at most ${BRACKETS_MAX} arrays and objects`;

/** Reads a body as JSON. @throws DecodeError `InvalidJson`, or `OutOfRange` for too many brackets */
export async function readJson(request: Unread): Promise<JsonValue> {
  const text = await readText(request);
  if (text === undefined) throw new DecodeError('InvalidJson', 'body', 'UTF-8');
  if (hasTooManyBrackets(text)) throw new DecodeError('OutOfRange', 'body', FEWER_BRACKETS);
  return parseJson(text);
}
