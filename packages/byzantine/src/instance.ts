import type { Message } from '@quorate/core';
import type { NodeName, Receive, Transport } from '@quorate/transport';
import type { Say, Startable } from './bend.ts';

/**
 * A second honest node under the name of a Byzantine one; it gets only the messages that it is
 * handed.
 */
export interface Instance extends Startable {
  /** Hands it a message; an instance that is down ignores it. */
  hand(from: NodeName, message: Message): void;
}

/** Creates an instance from the node that `build` creates on the given transport. */
export function createInstance(
  build: (transport: Transport<Message>) => Startable,
  say: Say,
): Instance {
  let receive: Receive<Message> | undefined;
  const node = build({
    attach(_name, given) {
      receive = given;
      return () => {
        receive = undefined;
      };
    },
    send: (_from, to, message) => say(to, message),
  });
  return {
    start: () => node.start(),
    crash: () => node.crash(),
    hand: (from, message) => receive?.(from, message),
  };
}
