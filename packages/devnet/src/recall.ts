import type { NodePorts } from '@quorate/actors';
import type { Message } from '@quorate/core';
import type { Operation } from '@quorate/protocol';

/** Lets whoever asks a client for a transaction take that back. */
export interface Recall {
  /** Puts a screen before what a client hears, behind whatever holds it up. */
  screen(ports: NodePorts): NodePorts;
  /**
   * Has a client never begin the transaction that it was asked for with this very list of operations;
   * false where it has heard of it already.
   */
  takeBack(operations: readonly Operation[]): boolean;
}

/**
 * Creates the recall of one client.
 *
 * A client that stands still hears what it was asked for once it goes on, long after whoever asked was
 * told that nothing happened.
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
