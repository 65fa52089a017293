import { addressIn, formatAddress } from '@quorate/protocol';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { AdminError, invalidRequest } from '../admin/admin-error.ts';
import { type AdminRoutes, countIn, once } from '../admin/admin-routes.ts';
import type { Chronicle } from './chronicle.ts';
import { EVENT_KINDS, type EventFilter, type EventKind } from './event.ts';
import { EVENTS_MAX } from './kept-events.ts';

/** The most readers at once: each keeps a connection open. */
export const READERS_MAX = 32;

/** In milliseconds: servers between us and a reader break off connections that are silent. */
const BEAT = 15_000;

/** What the route of events works on. */
export interface EventRoutesOptions {
  readonly chronicle: Pick<Chronicle, 'read'>;
  /** The names of the nodes that there can be events of. */
  readonly nodeNames: () => readonly string[];
}

/** Adds the route that tells what happens, for as long as a caller listens. */
export function addEvents(routes: AdminRoutes, { chronicle, nodeNames }: EventRoutesOptions): void {
  let readers = 0;
  routes.stream('/events', (context) => {
    const gone = new AbortController();
    const told = chronicle.read({
      after: context.req.header('last-event-id') ?? once(context, 'after'),
      last: lastIn(context),
      ...filterIn(context, nodeNames()),
      until: gone.signal,
      beat: BEAT,
    });
    if (readers >= READERS_MAX) throw tooMany();
    // Nobody takes in the events of such an answer, so nobody would ever end it.
    if (context.req.method === 'HEAD') return context.body(null, 200, STREAM_HEADERS);
    readers += 1;
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => gone.abort());
      try {
        // A caller learns only from the first bytes that it is heard.
        await stream.write(': events of a quorate devnet\n\n');
        for await (const { id, event } of told) {
          // An id without an event moves on where the reader would go on.
          if (event === undefined) await stream.write(`id: ${id}\n\n`);
          else await stream.writeSSE({ id, event: event.kind, data: JSON.stringify(event) });
        }
      } finally {
        readers -= 1;
      }
    });
  });
}

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

function tooMany(): AdminError {
  const message = `${READERS_MAX} readers of events at once are the most: end one of them first`;
  return new AdminError(429, 'TOO_MANY_READERS', message);
}

function lastIn(context: Context): number {
  if (once(context, 'last') === undefined) return 0;
  return countIn(context, { name: 'last', usual: 0, most: EVENTS_MAX });
}

/** @throws AdminError, DecodeError naming the key and what was expected */
function filterIn(context: Context, nodes: readonly string[]): EventFilter {
  const [account, node] = [once(context, 'account'), once(context, 'node')];
  const kinds = once(context, 'kind')?.split(',');
  const unknown = kinds?.find((each) => !EVENT_KINDS.some((kind) => kind === each));
  if (unknown !== undefined) {
    throw invalidRequest(`kind: expected some of ${EVENT_KINDS.join(', ')}, got ${unknown}`);
  }
  if (node !== undefined && !nodes.includes(node)) {
    throw invalidRequest(`node: expected one of ${nodes.join(', ')}`);
  }
  const address = account === undefined ? undefined : addressIn(account);
  return {
    kinds: kinds as readonly EventKind[] | undefined,
    account: address === undefined ? account : formatAddress(address),
    node,
  };
}
