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
  return createMemoryTransport<Message>({
    defer: (deliver) =>
      queueMicrotask(() => {
        try {
          deliver();
        } catch (failure) {
          onFailure(failure);
        }
      }),
  });
}
