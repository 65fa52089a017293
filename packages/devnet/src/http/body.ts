import { DecodeError, type JsonValue, parseJson } from '@quorate/protocol';

/** A request whose body is still to be read. */
interface Unread {
  arrayBuffer(): Promise<ArrayBuffer>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body as text; undefined where it is not UTF-8, as JSON always is (RFC 8259, section 8.1). */
export async function readText(request: Unread): Promise<string | undefined> {
  const bytes = await request.arrayBuffer();
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a body as JSON. @throws DecodeError `InvalidJson` */
export async function readJson(request: Unread): Promise<JsonValue> {
  const text = await readText(request);
  if (text === undefined) throw new DecodeError('InvalidJson', 'body', 'UTF-8');
  return parseJson(text);
}
