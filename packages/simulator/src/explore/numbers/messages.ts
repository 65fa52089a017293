import { isBeside } from '../../world/links.ts';
import type { Machine, Sent } from '../machines/machine.ts';
import type { Identities } from './identities.ts';
import { at, bounded } from './numbers.ts';

/** Numbers the messages of a search: equal messages between the same nodes have the same number. */
export interface Messages {
  numberOf(sent: Sent): number;
  at(message: number): Sent;
  /** Gives the node that a message is addressed to; undefined if no node has that name. */
  receiverOf(message: number): number | undefined;
  /** Tells whether a message takes no time: it passes between a user and the client beside it. */
  isBeside(message: number): boolean;
  count(): number;
}

interface Known {
  readonly sent: Sent;
  readonly receiver: number | undefined;
  readonly isBeside: boolean;
}

/** Creates the numbers of messages between some nodes. */
export function createMessages(machines: readonly Machine[], identities: Identities): Messages {
  const nodes = new Map<string, number>();
  for (const [index, { name, aliases }] of machines.entries()) {
    for (const each of [name, ...aliases]) nodes.set(each, index);
  }
  const messages: Known[] = [];
  const numbers = new Map<number, number>();
  return {
    numberOf(sent) {
      const identity = identities.of(sent);
      const known = numbers.get(identity);
      if (known !== undefined) return known;
      const number = bounded(messages.length);
      const { from, to } = sent;
      numbers.set(identity, number);
      messages.push({ sent, receiver: nodes.get(to), isBeside: isBeside(from, to) });
      return number;
    },
    at: (message) => at(messages, message).sent,
    receiverOf: (message) => at(messages, message).receiver,
    isBeside: (message) => at(messages, message).isBeside,
    count: () => messages.length,
  };
}
