import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Answers one request, as hono's `app.fetch` does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Where a server is to listen. */
export interface ListenOptions {
  /** What it serves, for complaints: `the proxy`, `validator v2`. */
  readonly role: string;
  readonly host: string;
  /** 0 takes any port that is free. */
  readonly port: number;
}

/** A server that has its port. */
export interface Listener {
  readonly role: string;
  /** The port it is bound to, never 0. */
  readonly port: number;
  /** Without a slash at the end; `http://127.0.0.1:7400`. */
  readonly url: string;
  /** Begins to answer; requests that came before wait in the kernel's queue. */
  serve(handler: FetchHandler): void;
  /** Takes no more requests, and resolves once those under way are answered. */
  close(): Promise<void>;
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
      return 'the port is taken; stop what holds it, choose another with --port, or --port 0 for any';
    case 'EACCES':
      return 'the system does not allow this port; choose one above 1023';
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address';
    default:
      return code;
  }
}

/** How long an idle connection stays open, in milliseconds. */
const KEEP_ALIVE = 65_000;
/** How long a caller may take to send a whole request, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/**
 * Binds a port before there is anything to serve: all ports of a devnet are bound first, so that a
 * busy one is found before a node has started.
 *
 * @throws ListenError
 */
export function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, requestTimeout: REQUEST_TIMEOUT });
  return new Promise((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) =>
      reject(new ListenError(options, failure.code ?? failure.message)),
    );
    server.listen(options.port, options.host, () => resolve(listenerOf(server, options)));
  });
}

function listenerOf(server: Server, { role, host }: ListenOptions): Listener {
  const { port } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    role,
    port,
    url: `http://${shownHost}:${port}`,
    serve: (handler) =>
      void server.on('request', getRequestListener(handler, { overrideGlobalObjects: false })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    abort: () => server.closeAllConnections(),
  };
}
