import type { Hono } from 'hono';

/** The methods of routes, in the order in which an `Allow` header lists them. */
const METHODS = ['GET', 'POST', 'DELETE'] as const;

/**
 * Gives the methods with which something is served at a path; none if there is no such path.
 *
 * `HEAD` and `OPTIONS` are left out: no route is added for the first, and the second is answered at
 * every path.
 */
export function methodsAt({ router }: Hono, path: string): readonly string[] {
  return METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}

/** Writes an `Allow` header (RFC 9110, section 10.2.1). */
export function allowOf(methods: readonly string[]): string {
  const all = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  return [...all, 'OPTIONS'].join(', ');
}
