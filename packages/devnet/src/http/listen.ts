import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { MORE_FILES } from '@quorate/storage/lmdb';
import { ADMIN_PREFIX } from '../admin/admin-prefix.ts';
import type { Log } from '../log.ts';
import { GroupedResponse } from './grouped-response.ts';
import { createUnderWay } from './under-way.ts';

/** Answers one request, as hono's `app.fetch` does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Where a server listens, and how. */
export interface ListenOptions {
  /** What it serves, for messages: `the proxy`, `validator v2`. */
  readonly role: string;
  readonly host: string;
  /** The port; 0 means any free one. */
  readonly port: number;
  /**
   * Whether the process belongs to the devnet alone. Then the server may replace the global
   * `Request` and `Response` by faster ones.
   */
  readonly ownsProcess?: boolean;
  /**
   * How long a caller may take to send a whole request, in milliseconds; 30 seconds by default. A
   * caller that takes in nothing of an answer may do so for four times as long.
   */
  readonly patience?: number;
  /** Logs every answered request: those that control a devnet as `info`, others as `debug`. */
  readonly log?: Log | undefined;
}

/** A server that has bound its port. */
export interface Listener {
  readonly role: string;
  /** The port that it is bound to, never 0. */
  readonly port: number;
  /**
   * Without a slash at the end: `http://127.0.0.1:7400`. A server bound to every address gives
   * loopback, the only address that is certain.
   */
  readonly url: string;
  /** Starts answering, including the requests that have already arrived. */
  serve(handler: FetchHandler): void;
  /**
   * Accepts no more requests, and resolves once those under way are answered. After two seconds it
   * calls `giveUp`, so that they can be answered with a refusal; after another half a second it
   * aborts them.
   */
  close(giveUp?: () => void): Promise<void>;
  /** Aborts everything that is under way. */
  abort(): void;
}

/** Reports that a server could not bind its port. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  /** The code of the system, such as `EADDRINUSE` or `EACCES`. */
  readonly code: string;
  readonly role: string;
  readonly port: number;

  constructor({ role, host, port }: ListenOptions, code: string) {
    super(`${role} cannot listen on ${host}:${port}: ${explain(code)}`);
    this.code = code;
    this.role = role;
    this.port = port;
  }
}

function explain(code: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'the port is taken; stop what holds it, or choose another, or port 0 for any';
    case 'EACCES':
      return 'the system does not allow this port; choose one above 1023';
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address';
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open: ${MORE_FILES}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'nobody knows a host of that name';
    default:
      return code;
  }
}

/** How long an idle connection stays open, in milliseconds. */
const KEEP_ALIVE = 65_000;
/** The default time that a caller may take to send a whole request, in milliseconds. */
const PATIENCE = 30_000;
/**
 * For how many times its patience a server keeps an answer that nobody takes in. The system takes
 * megabytes at a time, with nothing to see until the caller has read these: at 50 kB a second, that
 * is every half a minute.
 */
const UNREAD = 4;
/** How long requests under way may take after their server has begun to close, in milliseconds. */
const GRACE = 2000;
/** How long they may take after `giveUp`, in milliseconds. */
const FAREWELL = 500;

/**
 * The most bytes of a request's head, including its path and query: ten times the longest accepted
 * list of ids, so that a caller with too many ids gets an answer that says how many are allowed.
 */
export const HEAD_MAX = 65_536;

/**
 * How many connections may wait to be accepted: a thousand clients connect at once (issue "The
 * devnet").
 */
const BACKLOG = 4096;

/**
 * Binds a port before there is anything to serve: all ports of a devnet are bound first, so that a
 * busy one is found before any node has started.
 *
 * @throws ListenError if the port cannot be bound
 */
export function listen(options: ListenOptions): Promise<Listener> {
  const { host, port, patience = PATIENCE } = options;
  const server = createServer({
    ServerResponse: GroupedResponse,
    maxHeaderSize: HEAD_MAX,
    keepAliveTimeout: KEEP_ALIVE,
    requestTimeout: patience,
    headersTimeout: patience,
    // The host checks for slow callers only at intervals.
    connectionsCheckingInterval: patience / 4,
  });
  server.setTimeout(patience * UNREAD);
  return new Promise((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) =>
      reject(new ListenError(options, failure.code ?? failure.message)),
    );
    server.listen({ host, port, backlog: BACKLOG }, () => resolve(listenerOf(server, options)));
  });
}

function listenerOf(server: Server, options: ListenOptions): Listener {
  const { role, host } = options;
  const { port } = server.address() as AddressInfo;
  const { serve, hasEnded } = requestsOf(server, options);
  return {
    role,
    port,
    url: `http://${hostInUrl(host)}:${port}`,
    serve,
    close: (giveUp) =>
      new Promise((resolve) => {
        // An open and silent connection would keep the server from ever closing.
        const cut = (): void => server.closeAllConnections();
        let late = setTimeout(() => {
          late = setTimeout(cut, FAREWELL);
          giveUp?.();
        }, GRACE);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
        void hasEnded().then(cut);
      }),
    abort: () => server.closeAllConnections(),
  };
}

/**
 * Gives the host by which this machine reaches a server: one that is bound to every address has no
 * host of its own.
 */
function hostInUrl(host: string): string {
  if (!isEveryAddress(host)) return host.includes(':') ? `[${host}]` : host;
  return host.includes(':') ? '[::1]' : '127.0.0.1';
}

/** Tells whether a host stands for every address of this machine. */
export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.test(host);
}

/** `0.0.0.0`, and `::` with any number of its zeros written out. */
const EVERY_ADDRESS = /^(?:0+\.0+\.0+\.0+|[0:]*:[0:]*)$/;

function note(log: Log, role: string, response: ServerResponse, millis: number): void {
  const { method, url = '' } = response.req;
  const path = url.split('?', 1).join('');
  // An aborted request got no answer.
  const status = response.headersSent ? response.statusCode : undefined;
  const entry = { role, method, path, status, millis: Math.round(millis) };
  if (method !== 'GET' && path.startsWith(ADMIN_PREFIX)) log.info(entry, 'controlled');
  else log.debug(entry, 'answered');
}

/** Breaks off a caller that has long been silent, unless it is the answer that takes its time. */
function breakOffUnread(socket: Socket): void {
  // A mere end would leave what the system holds for the caller there.
  if (socket.writableLength > 0) socket.resetAndDestroy();
}

/** Tracks the requests of a server, also before there is a handler. */
function requestsOf(
  server: Server,
  { role, log, ownsProcess = false }: ListenOptions,
): {
  readonly serve: Listener['serve'];
  /** Resolves once no request is being handled. */
  readonly hasEnded: () => Promise<void>;
} {
  type Handle = (request: IncomingMessage, response: ServerResponse) => void;
  const early: Parameters<Handle>[] = [];
  let handle: Handle = (...request) => void early.push(request);
  const underWay = createUnderWay();
  let onQuiet = (): void => undefined;
  const isQuiet = (): boolean => underWay.count() === early.length;
  server.on('request', (request, response) => {
    response.on('timeout', breakOffUnread);
    const begun = performance.now();
    const isTaken = underWay.begin(request, response, () => {
      if (log !== undefined) note(log, role, response, performance.now() - begun);
      if (isQuiet()) onQuiet();
    });
    if (isTaken) handle(request, response);
  });
  return {
    serve(handler) {
      const answer = getRequestListener(handler, { overrideGlobalObjects: ownsProcess });
      handle = (...request) => void answer(...request);
      for (const request of early.splice(0)) handle(...request);
    },
    hasEnded: () =>
      new Promise((resolve) => {
        onQuiet = resolve;
        if (isQuiet()) resolve();
      }),
  };
}
