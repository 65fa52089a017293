import type { IncomingMessage } from 'node:http';
import { DecodeError, type JsonValue, parseJson } from '@quorate/protocol';

/** A request whose body is still to be read. */
interface Unread {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Room for what most bodies hold, in bytes. */
const ROOM = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as text; undefined where it is not UTF-8, as JSON always is (RFC 8259, section 8.1), or where
 * its sender goes away in the midst of it.
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
 * Reads a body of any length up to so many bytes, before whoever reads it from the request.
 *
 * What is past the bound is neither kept nor waited for; the server reads on for a moment once it has
 * answered, so that the answer arrives, and then breaks off.
 */
export async function readAhead(
  incoming: IncomingMessage,
  most: number,
): Promise<'Read' | 'TooLarge' | 'BrokenOff'> {
  // One buffer that grows: a list of pieces of one byte each would take a hundred times their bytes.
  let held: Buffer = Buffer.allocUnsafe(Math.min(ROOM, most));
  let length = 0;
  try {
    // To destroy it would break off the connection before there is an answer.
    for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = piece as Buffer;
      if (length + bytes.length > most) return 'TooLarge';
      held = withRoom(held, { used: length, needed: length + bytes.length, most });
      length += bytes.copy(held, length);
    }
  } catch {
    return 'BrokenOff';
  }
  // Where the server looks for a body that somebody has read already.
  Object.assign(incoming, { rawBody: held.subarray(0, length) });
  return 'Read';
}

interface Room {
  readonly used: number;
  readonly needed: number;
  readonly most: number;
}

/** Gives a buffer with room, twice as much as there was: that is copied but seldom. */
function withRoom(held: Buffer, { used, needed, most }: Room): Buffer {
  if (needed <= held.length) return held;
  const larger = Buffer.allocUnsafe(Math.min(most, Math.max(needed, 2 * held.length)));
  held.copy(larger, 0, 0, used);
  return larger;
}

/** Reads a body as JSON. @throws DecodeError `InvalidJson` */
export async function readJson(request: Unread): Promise<JsonValue> {
  const text = await readText(request);
  if (text === undefined) throw new DecodeError('InvalidJson', 'body', 'UTF-8');
  return parseJson(text);
}
