import type { NodeName } from '@quorate/transport';

/** The name of all HTTP callers as the end of a link. */
export const HTTP = 'http';

const CALLER_PREFIX = `${HTTP}-`;

/** The names under which the proxy hears HTTP callers of its interfaces. */
export const CALLERS = { rest: `${CALLER_PREFIX}rest`, rpc: `${CALLER_PREFIX}rpc` } as const;

/** Says who has sent something: a node by its name, an HTTP caller by the interface, as in `rest`. */
export function senderIn(name: NodeName): string {
  return name.startsWith(CALLER_PREFIX) ? name.slice(CALLER_PREFIX.length) : linkEnd(name);
}

/**
 * Gives the end of a link to which a name of the bus belongs: all HTTP callers are one end, and the
 * helpers of a node (`v1/catch-up`) belong to the node's end.
 */
export function linkEnd(name: NodeName): string {
  if (name.startsWith(CALLER_PREFIX)) return HTTP;
  const slash = name.indexOf('/');
  return slash === -1 ? name : name.slice(0, slash);
}
