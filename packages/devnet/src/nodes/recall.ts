import type { NodePorts } from '@quorate/actors';
import type { Message } from '@quorate/core';
import type { Operation } from '@quorate/protocol';

/** Lets the caller that ordered a transaction from a client withdraw the order. */
export interface Recall {
  /** Filters what a client receives, after anything that delays it. */
  screen(ports: NodePorts): NodePorts;
  /**
   * Makes a client never begin the transaction that was ordered with exactly this list of
   * operations; false if the client has already received the order.
   */
  takeBack(operations: readonly Operation[]): boolean;
}

/**
 * Creates the recall of one client.
 *
 * A client that stands still receives an order only when it goes on, long after the caller was told
 * that nothing happened.
 */
export function createRecall(): Recall {
  const heard = new WeakSet<readonly Operation[]>();
  const takenBack = new WeakSet<readonly Operation[]>();

  function isWanted(message: Message): boolean {
    if (message.type !== 'Execute') return true;
    heard.add(message.operations);
    return !takenBack.has(message.operations);
  }

  return {
    screen: (ports) => ({
      ...ports,
      transport: {
        ...ports.transport,
        attach: (node, receive) =>
          ports.transport.attach(node, (from, message) => {
            if (isWanted(message)) receive(from, message);
          }),
      },
    }),
    takeBack(operations) {
      if (heard.has(operations)) return false;
      takenBack.add(operations);
      return true;
    },
  };
}
