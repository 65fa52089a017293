import type { Message } from '@quorate/core';

/** Knows which requests were refused, whether the answer arrived or not. */
export interface GivenRefusals {
  /** Sees every message sent. */
  sent(message: Message): void;
  has(requestId: string): boolean;
}

/** Creates an empty record of refusals. */
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
