import type { Context } from 'hono';

/**
 * Gives the URL under which a caller reached this server, without the path. It certainly works for
 * that caller, whatever the server is bound to; the guard has checked the name.
 */
export function askedUrl({ req }: Context): string {
  return `http://${req.header('host')}`;
}
