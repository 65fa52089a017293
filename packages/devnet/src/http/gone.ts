import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Gives a signal that is aborted once the connection of a caller is gone.
 *
 * The signal of the request itself is not enough: of several requests that wait on one connection,
 * only that of the first is aborted.
 */
export function goneSignal({ env }: Context): AbortSignal {
  const { socket } = (env as HttpBindings).incoming;
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const gone = new AbortController();
  // Each request that waits on the connection listens.
  setMaxListeners(0, gone.signal);
  signals.set(socket, gone.signal);
  socket.once('close', () => gone.abort());
  if (socket.destroyed) gone.abort();
  return gone.signal;
}
