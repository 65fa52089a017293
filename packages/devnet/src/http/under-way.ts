import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of a server that are not answered yet. */
export interface UnderWay {
  readonly count: () => number;
  /**
   * Notes a request; `onEnd` is called once it is answered, or its caller is gone. False if the
   * connection has too many requests under way: it is broken off then.
   */
  begin(request: IncomingMessage, response: ServerResponse, onEnd: () => void): boolean;
}

/**
 * The most requests of one connection that may wait for their answers, which are given in order: a
 * caller needs to read none of them to send the next.
 */
const PIPELINED_MAX = 128;

/** Creates a count of nothing. */
export function createUnderWay(): UnderWay {
  const ends = new WeakMap<Socket, Set<() => void>>();
  let count = 0;

  // Of the answers to a caller that is gone, the server closes only the one that was being given.
  function endsOf(socket: Socket): Set<() => void> {
    const known = ends.get(socket);
    if (known !== undefined) return known;
    const created = new Set<() => void>();
    ends.set(socket, created);
    socket.once('close', () => {
      for (const end of created) end();
    });
    return created;
  }

  return {
    count: () => count,
    begin({ socket }, response, onEnd) {
      const open = endsOf(socket);
      if (open.size >= PIPELINED_MAX) socket.destroy();
      if (socket.destroyed) return false;
      const end = (): void => {
        if (!open.delete(end)) return;
        count -= 1;
        onEnd();
      };
      open.add(end);
      count += 1;
      response.once('close', end);
      return true;
    },
  };
}
