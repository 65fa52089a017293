import { createAttachments } from './attachments.ts';
import { freezeMessage } from './freeze-message.ts';
import type { Transport } from './transport.ts';

/** What the owner of a transport within one process must provide. */
export interface MemoryTransportOptions {
  /**
   * Runs a delivery after the current call has returned. Deliveries run in the order in which they
   * were handed over, and one that throws does not prevent the next. What a receiver throws is
   * thrown by its delivery, so the owner of this function has to report it.
   */
  readonly defer: (deliver: () => void) => void;
}

/**
 * Creates a transport within one process that loses nothing and keeps the order of each link.
 *
 * The receiver gets the very object that was sent, frozen (see `freezeMessage`).
 */
export function createMemoryTransport<M>(options: MemoryTransportOptions): Transport<M> {
  const { attach, receiverOf } = createAttachments<M>();
  return {
    attach,
    send(from, to, message) {
      freezeMessage(message);
      options.defer(() => receiverOf(to)?.(from, message));
    },
  };
}
