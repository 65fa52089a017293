import type { Message } from '@quorate/core';
import { createMemoryTransport, type Transport } from '@quorate/transport';

/**
 * Creates the transport between the nodes of one process, and between these and the outside: HTTP
 * callers, and validators elsewhere.
 *
 * A message is delivered as soon as the current turn of the host has ended, so a transaction that
 * needs no disk and no network settles without passing through the event loop.
 */
export function createBus(onFailure: (failure: unknown) => void): Transport<Message> {
  return createMemoryTransport<Message>({ defer: createTurns(onFailure) });
}

/**
 * Creates a queue that is emptied, in order, once the current turn has ended: with one microtask
 * for everything that a turn causes, since each microtask costs the host a resource.
 */
function createTurns(onFailure: (failure: unknown) => void): (deliver: () => void) => void {
  let waiting: (() => void)[] = [];
  let isDue = false;

  function deliverAll(): void {
    // What a delivery causes comes after what is already waiting.
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
