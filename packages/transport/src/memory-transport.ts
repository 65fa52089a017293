import { createAttachments } from './attachments.ts';
import { freezeMessage } from './freeze-message.ts';
import type { Transport } from './transport.ts';

/** Settles what a transport within one process cannot decide itself. */
export interface MemoryTransportOptions {
  /**
   * Runs a delivery after the present call has returned; deliveries run in the order they were
   * handed over, and one that throws does not keep the next from running. What a receiver throws
   * comes out of its delivery, so it is for the owner of this function to report.
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
