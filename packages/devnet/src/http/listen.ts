import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ADMIN_PREFIX } from '../admin/admin-prefix.ts';
import type { Log } from '../log.ts';
import { GroupedResponse } from './grouped-response.ts';

/** Answers one request, as hono's `app.fetch` does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Where a server is to listen. */
export interface ListenOptions {
  /** What it serves, for complaints: `the proxy`, `validator v2`. */
  readonly role: string;
  readonly host: string;
  /** 0 takes any port that is free. */
  readonly port: number;
  /**
   * Whether the process is the devnet's own: then it may put quicker ones in place of the global
   * `Request` and `Response`.
   */
  readonly ownsProcess?: boolean;
  /** How long a caller may take to send a whole request, in milliseconds; half a minute by default. */
  readonly patience?: number;
  /** Hears of every request once it is answered: of what controls a devnet as `info`, else as `debug`. */
  readonly log?: Log | undefined;
}

/** A server that has its port. */
export interface Listener {
  readonly role: string;
  /** The port it is bound to, never 0. */
  readonly port: number;
  /** Without a slash at the end; `http://127.0.0.1:7400`. Of every address it names loopback: none other is sure. */
  readonly url: string;
  /** Begins to answer, with the requests that came before. */
  serve(handler: FetchHandler): void;
  /**
   * Takes no more requests, and resolves once those under way are answered. After two seconds it gives
   * up, so that whoever they wait for can say that there will be no answer; what takes half a second
   * more is broken off.
   */
  close(giveUp?: () => void): Promise<void>;
  /** Breaks off whatever is under way. */
  abort(): void;
}

/** Reports that a server could not have its port. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  /** `EADDRINUSE`, `EACCES` and the like. */
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
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'nobody knows a host of that name';
    default:
      return code;
  }
}

/** How long an idle connection stays open, in milliseconds. */
const KEEP_ALIVE = 65_000;
/** How long a caller may take to send a whole request, unless it is told, in milliseconds. */
const PATIENCE = 30_000;
/** How long requests under way may take once their server closes, in milliseconds. */
const GRACE = 2000;
/** How long they may take once it has given up, in milliseconds. */
const FAREWELL = 500;

/**
 * How much the head of a request may hold, its path and query included, in bytes: ten times the longest
 * list of ids that is taken, so that whoever asks for too many is told how many there may be.
 */
export const HEAD_MAX = 65_536;

/** How many connections may wait to be taken: a thousand clients come at once (issue "The devnet"). */
const BACKLOG = 4096;

/**
 * Binds a port before there is anything to serve: all ports of a devnet are bound first, so that a
 * busy one is found before a node has started.
 *
 * @throws ListenError
 */
export function listen(options: ListenOptions): Promise<Listener> {
  const { host, port, patience = PATIENCE } = options;
  const server = createServer({
    ServerResponse: GroupedResponse,
    maxHeaderSize: HEAD_MAX,
    keepAliveTimeout: KEEP_ALIVE,
    requestTimeout: patience,
    headersTimeout: patience,
    // The host looks only so often for who has taken too long.
    connectionsCheckingInterval: patience / 4,
  });
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
        // A connection that is open and silent would keep the server from ever closing.
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

/** By which host this machine reaches what is bound to one: to bind every address names no place to go to. */
function hostInUrl(host: string): string {
  if (!isEveryAddress(host)) return host.includes(':') ? `[${host}]` : host;
  return host.includes(':') ? '[::1]' : '127.0.0.1';
}

/** Says whether a host stands for every address of this machine. */
export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.test(host);
}

/** `0.0.0.0`, and `::` however many of its zeros are written. */
const EVERY_ADDRESS = /^(?:0+\.0+\.0+\.0+|[0:]*:[0:]*)$/;

function note(log: Log, role: string, response: ServerResponse, millis: number): void {
  const { method, url = '' } = response.req;
  const path = url.split('?', 1).join('');
  // Nobody waited for what was broken off.
  const status = response.headersSent ? response.statusCode : undefined;
  const entry = { role, method, path, status, millis: Math.round(millis) };
  if (method !== 'GET' && path.startsWith(ADMIN_PREFIX)) log.info(entry, 'controlled');
  else log.debug(entry, 'answered');
}

/** Keeps count of what a server is asked, from before there is anybody to answer. */
function requestsOf(
  server: Server,
  { role, log, ownsProcess = false }: ListenOptions,
): {
  readonly serve: Listener['serve'];
  /** Resolves once no request is under way that somebody is at. */
  readonly hasEnded: () => Promise<void>;
} {
  type Handle = (request: IncomingMessage, response: ServerResponse) => void;
  const early: Parameters<Handle>[] = [];
  let handle: Handle = (...request) => void early.push(request);
  let underWay = 0;
  let onEnd = (): void => undefined;
  const isQuiet = (): boolean => underWay === early.length;
  server.on('request', (request, response) => {
    underWay += 1;
    const begun = performance.now();
    response.once('close', () => {
      underWay -= 1;
      if (log !== undefined) note(log, role, response, performance.now() - begun);
      if (isQuiet()) onEnd();
    });
    handle(request, response);
  });
  return {
    serve(handler) {
      const answer = getRequestListener(handler, { overrideGlobalObjects: ownsProcess });
      handle = (...request) => void answer(...request);
      for (const request of early.splice(0)) handle(...request);
    },
    hasEnded: () =>
      new Promise((resolve) => {
        onEnd = resolve;
        if (isQuiet()) resolve();
      }),
  };
}
