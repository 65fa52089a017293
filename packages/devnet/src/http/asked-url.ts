import type { JsonObject } from '@quorate/protocol';
import type { Context } from 'hono';

/**
 * Gives the URL under which a caller reached this server, without the path. It certainly works for
 * that caller, whatever the server is bound to; the guard has checked the name.
 */
export function askedUrl({ req }: Context): string {
  return `http://${req.header('host')}`;
}

/** Adds to an OpenAPI document the URL under which its reader reached this server. */
export function servedHere(context: Context, document: JsonObject): JsonObject {
  return { ...document, servers: [{ url: askedUrl(context) }] };
}
