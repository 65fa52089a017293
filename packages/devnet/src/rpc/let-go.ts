import type { JsonValue } from '@quorate/protocol';

/**
 * Empties a parsed body, once what is needed of it has been read.
 *
 * A caller may wait seconds for its answer, and whoever waits with it holds the body: the values of
 * 4 MiB can take a hundred megabytes, most of them under keys that nobody reads.
 */
export function letGo(body: JsonValue): void {
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body)) body.length = 0;
  else for (const key of Object.keys(body)) Reflect.deleteProperty(body, key);
}
