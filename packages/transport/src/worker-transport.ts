import { freezeMessage } from './freeze-message.ts';
import type { ThreadLink } from './thread-link.ts';
import {
  type Detach,
  type NodeName,
  type Receive,
  type Transport,
  TransportError,
} from './transport.ts';

/** A request of a worker to the thread that has the transport. */
export type TransportRequest<M> =
  | { readonly type: 'Attach'; readonly node: NodeName; readonly attachment: number }
  | { readonly type: 'Detach'; readonly attachment: number }
  | { readonly type: 'Send'; readonly from: NodeName; readonly to: NodeName; readonly message: M };

/** A message for a node in a worker. */
export interface Delivery<M> {
  readonly type: 'Deliver';
  readonly attachment: number;
  readonly from: NodeName;
  readonly message: M;
}

/** The half of a worker transport that is in the worker. */
export interface WorkerTransport<M> {
  /** For the nodes of the worker. */
  readonly transport: Transport<M>;
  /** Hands a message to its node, and returns after the node has handled it. */
  deliver(delivery: Delivery<M>): void;
}

/** Creates the half in a worker. Its nodes reach all others through another thread. */
export function createWorkerTransport<M>(link: Pick<ThreadLink, 'call'>): WorkerTransport<M> {
  const receivers = new Map<number, Receive<M>>();
  let attachments = 0;
  const ask = (request: TransportRequest<M>) => link.call(request);

  return {
    transport: {
      attach(node, receive) {
        const attachment = attachments;
        attachments += 1;
        if (ask({ type: 'Attach', node, attachment }) === 'NameTaken') {
          throw new TransportError('NameTaken', node);
        }
        receivers.set(attachment, receive);
        return () => {
          if (receivers.delete(attachment)) ask({ type: 'Detach', attachment });
        };
      },
      send(from, to, message) {
        freezeMessage(message);
        ask({ type: 'Send', from, to, message });
      },
    },
    // A clone is not frozen, even if the original was.
    deliver: ({ attachment, from, message }) =>
      receivers.get(attachment)?.(from, freezeMessage(message)),
  };
}

/** The half of a worker transport that is beside the transport itself; one for each worker. */
export interface TransportDesk<M> {
  /** Carries out a worker's request and gives the answer. */
  answer(request: TransportRequest<M>): unknown;
}

/**
 * Creates the half beside the transport. To all other nodes, those of a worker look attached like
 * any other. A delivery returns when the worker is done with it.
 */
export function createTransportDesk<M>(
  transport: Transport<M>,
  deliver: (delivery: Delivery<M>) => void,
): TransportDesk<M> {
  const detaches = new Map<number, Detach>();

  function attach(node: NodeName, attachment: number): 'NameTaken' | undefined {
    try {
      const detach = transport.attach(node, (from, message) =>
        deliver({ type: 'Deliver', attachment, from, message }),
      );
      detaches.set(attachment, detach);
      return undefined;
    } catch (error) {
      if (error instanceof TransportError) return error.code;
      throw error;
    }
  }

  return {
    answer(request) {
      switch (request.type) {
        case 'Attach':
          return attach(request.node, request.attachment);
        case 'Detach':
          detaches.get(request.attachment)?.();
          detaches.delete(request.attachment);
          return undefined;
        case 'Send':
          transport.send(request.from, request.to, request.message);
          return undefined;
      }
    },
  };
}
