import { randomUUID } from 'node:crypto';
import type { GetCertificates, Message, NodeName, Result } from '@quorate/core';
import type { Transport } from '@quorate/transport';

/** Any message that gets an answer, without the id that connects the answer to it. */
export type Request = RequestOf<Exclude<Message, { readonly type: 'Response' }>>;
/** Drops the id of each message of a union; the other fields stay with their type. */
export type RequestOf<M> = M extends unknown ? Omit<M, 'requestId'> : never;

/** Sends requests to nodes from outside the protocol: for HTTP callers or a command line. */
export interface Asker {
  /**
   * Resolves with the answer, or with undefined if none came in time.
   *
   * A node that is down does not answer.
   */
  ask(to: NodeName, request: Request): Promise<Result | undefined>;
  /** Stops listening; requests that still wait, and later ones, get no answer. */
  close(): void;
}

/** An asker that can find out that a node will not answer. */
export interface AttentiveAsker extends Asker {
  /**
   * Makes requests to a node resolve at once without an answer while the node is down.
   *
   * Returns a function that does the same for requests that are already waiting.
   */
  attend(node: NodeName, isDown: () => boolean): () => void;
}

/** Under which name and for how long an asker asks. */
export interface AskerOptions {
  readonly transport: Transport<Message>;
  /** The sender that nodes see; no other asker of the transport may have this name. */
  readonly name: NodeName;
  /** In milliseconds. */
  readonly timeout: number;
  /**
   * The nodes that answer in its place if a node sends it a request. HTTP callers cannot be asked,
   * but a validator that is told of a change asks the sender for what it lacks (rule C8).
   */
  readonly standIns?: () => readonly NodeName[];
}

interface Waiting {
  readonly to: NodeName;
  readonly end: (result: Result | undefined) => void;
  /** In milliseconds, as `performance.now` counts them. */
  readonly deadline: number;
}

/** Creates an asker. */
export function createAsker(options: AskerOptions): AttentiveAsker {
  const { transport, name, timeout, standIns = () => [] } = options;
  // All requests wait equally long, so the oldest one expires first and a single timer suffices.
  const waiting = new Map<string, Waiting>();
  const attended = new Map<NodeName, () => boolean>();
  // A proxy remembers over restarts which requests it has refused, and tells a later one with the
  // same id the same (rule P3). So no asker may use an id of one before it.
  const series = `${name}:${randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;
  let errands = 0;
  let isClosed = false;

  function answer(requestId: string, result: Result | undefined): void {
    const { end } = waiting.get(requestId) ?? {};
    waiting.delete(requestId);
    end?.(result);
  }

  function endLate(): void {
    timer = undefined;
    const now = performance.now();
    for (const [requestId, { deadline }] of waiting) {
      if (deadline > now) {
        timer = setTimeout(endLate, deadline - now);
        return;
      }
      answer(requestId, undefined);
    }
  }

  function ask(to: NodeName, request: Request): Promise<Result | undefined> {
    if (isClosed || attended.get(to)?.() === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      asked += 1;
      const requestId = `${series}:${asked}`;
      waiting.set(requestId, { to, end: resolve, deadline: performance.now() + timeout });
      timer ??= setTimeout(endLate, timeout);
      transport.send(name, to, { ...request, requestId });
    });
  }

  /**
   * Lets another node answer, and a different one next time: one of them may know nothing or lie.
   */
  async function askInstead(from: NodeName, { requestId, select }: GetCertificates): Promise<void> {
    const others = standIns().filter((each) => each !== from);
    const other = others[errands % others.length];
    errands += 1;
    if (other === undefined) return;
    const result = await ask(other, { type: 'GetCertificates', select });
    if (result !== undefined) transport.send(name, from, { type: 'Response', requestId, result });
  }

  const detach = transport.attach(name, (from, message) => {
    if (message.type === 'Response') answer(message.requestId, message.result);
    else if (message.type === 'GetCertificates') void askInstead(from, message);
  });

  return {
    ask,
    attend(node, isDown) {
      attended.set(node, isDown);
      return () => {
        for (const [requestId, { to }] of [...waiting]) {
          if (to === node) answer(requestId, undefined);
        }
      };
    },
    close() {
      isClosed = true;
      detach();
      clearTimeout(timer);
      for (const requestId of [...waiting.keys()]) answer(requestId, undefined);
    },
  };
}
