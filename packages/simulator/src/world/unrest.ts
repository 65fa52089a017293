import type { Message } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import { ownerOf } from './links.ts';

/** Tells who keeps a run going: requests lead to more messages, answers alone do not. */
export interface Unrest {
  /** A message was sent over the network. */
  sent(from: NodeName, message: Message): void;
  /** Whether most requests came from Byzantine nodes, which may ask for ever. */
  isByLiars(): boolean;
}

/** Creates the count of a run without any request yet. */
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
