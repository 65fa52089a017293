import type { GetCertificates, Message, NodeName, Result } from '@quorate/core';
import type { Transport } from '@quorate/transport';

/** Any message that is answered, without the id that ties the answer to it. */
export type Request = RequestOf<Exclude<Message, { readonly type: 'Response' }>>;
/** Drops the id of each message of a union; what is left keeps the fields of its type. */
export type RequestOf<M> = M extends unknown ? Omit<M, 'requestId'> : never;

/** Puts questions to nodes as somebody outside the protocol: HTTP callers, a command line. */
export interface Asker {
  /**
   * Resolves with the answer, or with undefined when none came in time.
   *
   * A node that is down gives no answer.
   */
  ask(to: NodeName, request: Request): Promise<Result | undefined>;
  /** Stops listening; whoever still waits, or asks from then on, gets no answer. */
  close(): void;
}

/** An asker that can tell that a node will give no answer. */
export interface AttentiveAsker extends Asker {
  /**
   * Gives no answer at once to whoever asks a node while it is down.
   *
   * Gives what does the same for those that wait for it already.
   */
  attend(node: NodeName, isDown: () => boolean): () => void;
}

/** Settles who asks, and for how long. */
export interface AskerOptions {
  readonly transport: Transport<Message>;
  /** What nodes see as the sender; no other asker of the transport may have it. */
  readonly name: NodeName;
  /** Milliseconds. */
  readonly timeout: number;
  /**
   * Who answers in its place what a node asks it. Whoever calls over HTTP cannot be asked back, and a
   * validator that is told of a change asks the teller for what it lacks (rule C8).
   */
  readonly standIns?: () => readonly NodeName[];
}

interface Waiting {
  readonly to: NodeName;
  readonly end: (result: Result | undefined) => void;
  /** Milliseconds, as `performance.now` counts them. */
  readonly deadline: number;
}

/** Creates an asker. */
export function createAsker(options: AskerOptions): AttentiveAsker {
  const { transport, name, timeout, standIns = () => [] } = options;
  // All wait equally long, so whoever asked first is late first: one timer does for all.
  const waiting = new Map<string, Waiting>();
  const attended = new Map<NodeName, () => boolean>();
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
      const requestId = `${name}:${asked}`;
      waiting.set(requestId, { to, end: resolve, deadline: performance.now() + timeout });
      timer ??= setTimeout(endLate, timeout);
      transport.send(name, to, { ...request, requestId });
    });
  }

  /** Has another answer, and another the next time: one of them may know nothing or lie. */
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
