import type { Message } from '@quorate/core';

/** Knows which requests somebody has refused, be it that the answer arrived or not. */
export interface GivenRefusals {
  /** Hears every message that anybody sends. */
  sent(message: Message): void;
  has(requestId: string): boolean;
}

/** Creates the record of a run in which nobody has refused anything. */
export function createGivenRefusals(): GivenRefusals {
  const refused = new Set<string>();
  return {
    sent(message) {
      if (message.type !== 'Response' || message.result.type !== 'Rejected') return;
      refused.add(message.requestId);
    },
    has: (requestId) => refused.has(requestId),
  };
}
