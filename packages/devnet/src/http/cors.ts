import type { Context } from 'hono';

/**
 * Gives the headers that let a page of this machine read an answer; none for other pages.
 *
 * Written by hand, because hono's middleware for it costs more than the whole request.
 */
export function corsHeaders({ req }: Context): Readonly<Record<string, string>> {
  const origin = req.header('origin');
  if (origin === undefined || !isLocalOrigin(origin)) return NONE;
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after',
    vary: 'origin',
  };
}

/** Gives the headers for a preflight request of a browser. */
export function preflightHeaders(context: Context): Readonly<Record<string, string>> {
  const headers = corsHeaders(context);
  if (headers === NONE) return NONE;
  return {
    ...headers,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type, authorization',
    'access-control-max-age': '600',
  };
}

const NONE: Readonly<Record<string, string>> = {};

/**
 * Tells whether a page was loaded from this machine, or belongs to an installed browser extension.
 */
function isLocalOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  if (EXTENSIONS.includes(protocol)) return true;
  return (protocol === 'http:' || protocol === 'https:') && isLocalName(hostname);
}

/** Wallets are such extensions, and only the user of the machine can install one. */
const EXTENSIONS = ['chrome-extension:', 'moz-extension:', 'safari-web-extension:'];

// Browsers resolve every name below `localhost` to this machine (RFC 6761, section 6.3).
function isLocalName(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}
