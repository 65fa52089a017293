import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { BATCH_MAX } from '../rpc/json-rpc.ts';
import { readAhead } from './body.ts';
import { corsHeaders } from './cors.ts';
import { createRateLimit } from './rate-limit.ts';

/** Settles whom an app lets in. */
export interface GuardOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  /** Names and addresses, without ports, by which callers may reach it besides. */
  readonly allowHosts?: readonly string[];
  /** Bytes of a body at most. */
  readonly bodyMax: number;
  /** Milliseconds since any moment; never goes back. */
  readonly now: () => number;
}

/** Says why a request is refused before anybody looks at it: an HTTP status and a sentence. */
export interface Refusal {
  readonly status: 400 | 403 | 405 | 413 | 415 | 429;
  readonly message: string;
  /** Seconds to wait, where only waiting helps. */
  readonly retryAfter?: number;
  /** The methods that would be taken, where it is for the method. */
  readonly allow?: string;
}

/** Decides which requests somebody looks at; undefined lets one pass. */
export interface Guard {
  /** Checks a request by its headers, and counts it as one. */
  check(context: Context): Refusal | undefined;
  /**
   * Checks, once the request may pass by its headers, a body whose length they do not say; undefined at
   * once where they do.
   */
  checkUnstated(context: Context): Promise<Refusal | undefined> | undefined;
  /** Counts the other calls of a batch, once its body was read. */
  chargeBatch(context: Context, body: string): Refusal | undefined;
}

/** What one caller from elsewhere may ask: house decision. */
const REQUESTS_PER_SECOND = 50;
const REQUESTS_AT_ONCE = 200;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]', '::1'];

/** Says whether an address, however it is written, is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const name = writtenInUrl(bracketed(host));
  return LOOPBACK_NAMES.includes(name) || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * Creates the guard of every listener.
 *
 * A page in a browser on this machine can send requests to loopback ports. It cannot choose the
 * `Host` header, so a name that was pointed at 127.0.0.1 is found out; and it cannot send
 * `application/json` to another origin without being asked first.
 *
 * Bound elsewhere than to loopback, each caller from another machine may ask only so often; from
 * this one the proxy itself asks the validators.
 */
export function createGuard({ host, allowHosts = [], bodyMax, now }: GuardOptions): Guard {
  const limit = isLoopback(host)
    ? undefined
    : createRateLimit({ perSecond: REQUESTS_PER_SECOND, burst: REQUESTS_AT_ONCE, now });
  const known = new Set([...LOOPBACK_NAMES, ...[bracketed(host), ...allowHosts].map(writtenInUrl)]);

  function charge(context: Context, requests: number): Refusal | undefined {
    const retryAfter = limit?.take(callerOf(context), requests);
    if (retryAfter === undefined) return undefined;
    const message = `too many requests: try again in ${retryAfter} seconds`;
    return { status: 429, message, retryAfter };
  }

  return {
    check(context) {
      const { req } = context;
      const asked = hostnameOf(req.header('host') ?? '');
      if (!known.has(asked)) {
        return { status: 403, message: `host: expected one of ${[...known].join(', ')}` };
      }
      const refusal = isFromHere(context) ? undefined : charge(context, 1);
      return refusal ?? (req.method === 'POST' ? refuseBody(req, bodyMax) : undefined);
    },
    checkUnstated({ req, env }) {
      // Whoever states neither has no body.
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
 * Gives the headers of a refusal that pages of this machine may read, as they read answers; none do
 * where the `Host` is unknown, because then nobody can tell whose page it is.
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

/** Counts the calls of a body that will be carried out if nothing else is wrong with it. */
function callsIn(body: string): number {
  try {
    const calls: unknown = JSON.parse(body);
    return Array.isArray(calls) ? Math.min(calls.length, BATCH_MAX) : 1;
  } catch {
    return 1;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/;
/** What is read alike as UTF-8, by the names that it is given. */
const READABLE = ['utf-8', 'utf8', 'us-ascii'];
/** What says that a body is as it is; a header that lists no coding may be there all the same. */
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
  // Counting while reading costs as much as answering, so only what is not stated is counted.
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

// Callers write a host as URLs do, in small letters and each address in one form, however it was typed here.
function writtenInUrl(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : host.toLowerCase();
}

/** Takes the port off; IPv6 addresses keep their brackets. */
function hostnameOf(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}
