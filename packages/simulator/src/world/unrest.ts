import type { Message } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import { ownerOf } from './links.ts';

/** Tells who keeps a run going: requests beget answers, and answers by themselves nothing. */
export interface Unrest {
  /** Somebody sent a message over the network. */
  sent(from: NodeName, message: Message): void;
  /** Whether most of what was asked came from nodes that break the rules, which may ask for ever. */
  isByLiars(): boolean;
}

/** Creates the count of a run in which nobody has asked anything. */
export function createUnrest(liars: ReadonlySet<string>): Unrest {
  let others = 0;
  let own = 0;
  return {
    sent(from, message) {
      if (message.type === 'Response') return;
      if (liars.has(ownerOf(from))) own += 1;
      else others += 1;
    },
    isByLiars: () => own > others,
  };
}
