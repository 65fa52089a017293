import type { Message } from '@quorate/core';
import { createMemoryTransport, type Transport } from '@quorate/transport';

/**
 * Creates what carries messages between the nodes of one process, and between them and the edges:
 * HTTP callers, and validators that live elsewhere.
 *
 * A delivery runs as soon as the present turn of the host has ended, so a transaction that needs no
 * disk and no network settles without going through the event loop.
 */
export function createBus(onFailure: (failure: unknown) => void): Transport<Message> {
  return createMemoryTransport<Message>({ defer: createTurns(onFailure) });
}

/**
 * Creates a queue that is emptied, in order, once the present turn has ended: one microtask for all
 * that a turn brings about, because the host makes a resource of its own for each.
 */
function createTurns(onFailure: (failure: unknown) => void): (deliver: () => void) => void {
  let waiting: (() => void)[] = [];
  let isDue = false;

  function deliverAll(): void {
    // What a delivery brings about comes after what waits already.
    try {
      for (let turn = waiting; turn.length > 0; turn = waiting) {
        waiting = [];
        for (const deliver of turn) attempt(deliver);
      }
    } finally {
      isDue = false;
    }
  }

  function attempt(deliver: () => void): void {
    try {
      deliver();
    } catch (failure) {
      onFailure(failure);
    }
  }

  return (deliver) => {
    waiting.push(deliver);
    if (isDue) return;
    isDue = true;
    queueMicrotask(deliverAll);
  };
}
