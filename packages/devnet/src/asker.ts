import type { Message, NodeName, Result } from '@quorate/core';
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
  /** Stops listening; whoever still waits gets no answer. */
  close(): void;
}

/** Settles who asks, and for how long. */
export interface AskerOptions {
  readonly transport: Transport<Message>;
  /** What nodes see as the sender; no other asker of the transport may have it. */
  readonly name: NodeName;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Creates an asker. */
export function createAsker({ transport, name, timeout }: AskerOptions): Asker {
  const waiting = new Map<string, (result: Result | undefined) => void>();
  let asked = 0;

  const detach = transport.attach(name, (_from, message) => {
    if (message.type === 'Response') waiting.get(message.requestId)?.(message.result);
  });

  return {
    ask: (to, request) =>
      new Promise((resolve) => {
        asked += 1;
        const requestId = `${name}:${asked}`;
        const end = (result: Result | undefined): void => {
          clearTimeout(timer);
          waiting.delete(requestId);
          resolve(result);
        };
        const timer = setTimeout(end, timeout, undefined);
        waiting.set(requestId, end);
        transport.send(name, to, { ...request, requestId });
      }),
    close() {
      detach();
      for (const end of [...waiting.values()]) end(undefined);
    },
  };
}
