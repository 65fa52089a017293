import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { counted } from '@quorate/protocol';
import type { Context } from 'hono';
import { BATCH_MAX } from '../rpc/json-rpc.ts';
import { readAhead } from './body.ts';
import { corsHeaders } from './cors.ts';
import { createRateLimit } from './rate-limit.ts';

/** Which requests an app accepts. */
export interface GuardOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  /** Further names and addresses, without ports, by which callers may reach it. */
  readonly allowHosts?: readonly string[];
  /** The most bytes of a body. */
  readonly bodyMax: number;
  /** In milliseconds since any moment; never goes back. */
  readonly now: () => number;
}

/** Why no handler gets a request: an HTTP status and a sentence. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 429;
  readonly message: string;
  /** In seconds until a repetition can succeed, if only waiting helps. */
  readonly retryAfter?: number;
  /** The methods that are accepted, if the method is the reason. */
  readonly allow?: string;
}

/** Decides which requests are handled; undefined means that a request is accepted. */
export interface Guard {
  /** Checks the headers of a request, and counts it towards the limit of its caller. */
  check(context: Context): Refusal | undefined;
  /**
   * Checks a body whose length the headers do not state, after `check` has accepted them; undefined
   * at once if they state it.
   */
  checkUnstated(context: Context): Promise<Refusal | undefined> | undefined;
  /** Counts the other calls of a batch towards the limit, once its body has been read. */
  chargeBatch(context: Context, body: string): Refusal | undefined;
}

/** The limit of requests of one caller on another machine: house decision. */
const REQUESTS_PER_SECOND = 50;
const REQUESTS_AT_ONCE = 200;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]', '::1'];

/** Tells whether an address, in whatever notation, can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const name = writtenInUrl(bracketed(host));
  return LOOPBACK_NAMES.includes(name) || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * Creates the guard of every listener.
 *
 * A web page in a browser on this machine can send requests to loopback ports. It cannot choose the
 * `Host` header, so a foreign name that was pointed at 127.0.0.1 is detected; and it cannot send
 * `application/json` to another origin without a preflight request.
 *
 * If the server is bound to another address than loopback, the rate of each caller from another
 * machine is limited. Callers on this machine are not: the proxy itself asks the validators from
 * there.
 */
export function createGuard({ host, allowHosts = [], bodyMax, now }: GuardOptions): Guard {
  const limit = isLoopback(host)
    ? undefined
    : createRateLimit({ perSecond: REQUESTS_PER_SECOND, burst: REQUESTS_AT_ONCE, now });
  const known = new Set([...LOOPBACK_NAMES, ...[bracketed(host), ...allowHosts].map(writtenInUrl)]);

  function charge(context: Context, requests: number): Refusal | undefined {
    const retryAfter = limit?.take(callerOf(context), requests);
    if (retryAfter === undefined) return undefined;
    const message = `too many requests: try again in ${counted(retryAfter, 'second')}`;
    return { status: 429, message, retryAfter };
  }

  return {
    check(context) {
      const { req } = context;
      const asked = [hostnameOf(req.header('host') ?? ''), ...hostInTarget(context)];
      if (!asked.every((name) => known.has(name))) {
        return { status: 403, message: `host: expected one of ${[...known].join(', ')}` };
      }
      const refusal = isFromHere(context) ? undefined : charge(context, 1);
      return refusal ?? (req.method === 'POST' ? refuseBody(req, bodyMax) : undefined);
    },
    checkUnstated({ req, env }) {
      // A request with neither header has no body.
      const { incoming } = env as HttpBindings;
      const isUnstated = incoming.headers['transfer-encoding'] !== undefined;
      return isUnstated && req.method === 'POST' ? refuseUnstated(incoming, bodyMax) : undefined;
    },
    chargeBatch(context, body) {
      if (limit === undefined || isFromHere(context)) return undefined;
      const others = callsIn(body) - 1;
      return others > 0 ? charge(context, others) : undefined;
    },
  };
}

/**
 * Gives the headers of a refusal, including those that let a page of this machine read it, as it
 * may read answers. If the `Host` is unknown, no page may read it, since its origin is unknown.
 */
export function readableRefusalHeaders(
  context: Context,
  refusal: Refusal,
): Readonly<Record<string, string>> {
  const cors = refusal.status === 403 ? {} : corsHeaders(context);
  return { ...cors, ...refusalHeaders(refusal) };
}

/** Gives the headers of a refusal. */
export function refusalHeaders({ retryAfter, allow }: Refusal): Readonly<Record<string, string>> {
  return {
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(allow === undefined ? {} : { allow }),
  };
}

/** Counts the calls in a body that will be carried out if nothing else is wrong with it. */
function callsIn(body: string): number {
  try {
    const calls: unknown = JSON.parse(body);
    return Array.isArray(calls) ? Math.min(calls.length, BATCH_MAX) : 1;
  } catch {
    return 1;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/;
/** The names of encodings that UTF-8 decoding reads correctly. */
const READABLE = ['utf-8', 'utf8', 'us-ascii'];
/** The values of `content-encoding` that mean no encoding; the header may be present but empty. */
const UNCODED = ['', 'identity'];

function refuseBody(req: Context['req'], bodyMax: number): Refusal | undefined {
  const stated = req.header('content-type')?.toLowerCase() ?? '';
  if (stated.split(';', 1)[0]?.trim() !== 'application/json') {
    return { status: 415, message: 'content-type: expected application/json' };
  }
  const charset = CHARSET.exec(stated)?.[1] ?? 'utf-8';
  if (!READABLE.includes(charset)) {
    return { status: 415, message: 'content-type: expected charset utf-8' };
  }
  const coding = req.header('content-encoding')?.trim().toLowerCase() ?? '';
  if (!UNCODED.includes(coding)) {
    return { status: 415, message: `content-encoding: expected identity, got ${coding}` };
  }
  // Counting bytes while reading costs as much as answering, so only bodies of unstated length are
  // counted.
  const length = req.header('content-length');
  if (length === undefined) return undefined;
  if (!/^\d+$/.test(length)) return { status: 400, message: 'content-length: expected digits' };
  return Number(length) <= bodyMax ? undefined : tooLarge(bodyMax, length);
}

async function refuseUnstated(
  incoming: IncomingMessage,
  bodyMax: number,
): Promise<Refusal | undefined> {
  switch (await readAhead(incoming, bodyMax)) {
    case 'Read':
      return undefined;
    case 'TooLarge':
      return tooLarge(bodyMax, 'more');
    case 'BrokenOff':
      return { status: 400, message: 'body: expected its end' };
  }
}

function tooLarge(bodyMax: number, got: string): Refusal {
  return { status: 413, message: `body: expected at most ${bodyMax} bytes, got ${got}` };
}

function isFromHere({ env }: Context): boolean {
  const { remoteAddress, localAddress } = (env as HttpBindings).incoming.socket;
  return remoteAddress === localAddress;
}

function callerOf({ env }: Context): string {
  const { incoming } = env as HttpBindings;
  return incoming.socket.remoteAddress ?? '';
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

// Callers write a host as URLs do, in lower case and with each address in one form, however it was
// configured here.
function writtenInUrl(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : host.toLowerCase();
}

/** A target in absolute form names a host itself, which is the one that is meant (RFC 9112, 3.2.2). */
function hostInTarget({ env }: Context): readonly string[] {
  const { url = '/' } = (env as HttpBindings).incoming;
  if (url.startsWith('/') || url === '*') return [];
  return [URL.canParse(url) ? new URL(url).hostname : ''];
}

/** Removes the port; IPv6 addresses keep their brackets. */
function hostnameOf(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}
