import type { Context } from 'hono';

/**
 * Gives the URL under which a caller reached this server, up to the path: the one that is sure to work
 * there, whatever the server is bound to. The guard knows the name.
 */
export function askedUrl({ req }: Context): string {
  return `http://${req.header('host')}`;
}
