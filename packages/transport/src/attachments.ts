import type { NodeName, Receive, Transport } from './transport.ts';
import { TransportError } from './transport.ts';

/** The attached nodes, by name. */
export interface Attachments<M> {
  readonly attach: Transport<M>['attach'];
  /** Gives the current receiver of a node's messages; undefined when nobody is attached. */
  receiverOf(node: NodeName): Receive<M> | undefined;
}

/** Creates the attachments of a transport within one process: at most one for each name. */
export function createAttachments<M>(): Attachments<M> {
  const receivers = new Map<NodeName, Receive<M>>();
  return {
    attach(node, receive) {
      if (receivers.has(node)) throw new TransportError('NameTaken', node);
      let isAttached = true;
      receivers.set(node, receive);
      return () => {
        if (isAttached) receivers.delete(node);
        isAttached = false;
      };
    },
    receiverOf: (node) => receivers.get(node),
  };
}
