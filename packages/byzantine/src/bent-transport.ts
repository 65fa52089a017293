import type { Message } from '@quorate/core';
import { keepLatest } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { Bend, Heard, Said, Say } from './bend.ts';

/** The parts of a bent transport. */
export interface BentTransportOptions {
  readonly name: NodeName;
  /** Carries the messages of the node. */
  readonly transport: Transport<Message>;
  /** Gets every message that reaches the node, before any act does. */
  readonly onArrival: (heard: Heard) => void;
  /**
   * How many requests it remembers, the latest ones: acts are not told the request of a later answer.
   * By default all of them.
   */
  readonly remembers?: number;
}

/** The connection of a node to the network, with the acts of a Byzantine node in between. */
export interface BentTransport {
  /** The transport of the honest part of the node. */
  readonly port: Transport<Message>;
  readonly say: Say;
  /** Replaces all acts by these; each gets what the one before it returns. */
  bend(bends: readonly Bend[]): void;
}

/** Creates the transport of a Byzantine node; at first it has no acts. */
export function createBentTransport({
  name,
  transport,
  onArrival,
  remembers = Number.POSITIVE_INFINITY,
}: BentTransportOptions): BentTransport {
  // An answer carries only the id of its request, but acts need the request itself.
  const requests = new Map<string, Message>();
  let bends: readonly Bend[] = [];

  // A node without acts is as fast as without this transport.
  function remember(from: NodeName, message: Message): void {
    if (bends.length === 0 || message.type === 'Response') return;
    keepLatest(requests, exchangeKey(from, message.requestId), message, remembers);
  }

  function say(to: NodeName, message: Message): void {
    if (bends.length === 0) {
      transport.send(name, to, message);
      return;
    }
    const asked =
      message.type === 'Response' ? requests.get(exchangeKey(to, message.requestId)) : undefined;
    const said = bends.reduce<readonly Said[]>(
      (all, bend) => (bend.say === undefined ? all : all.flatMap(bend.say)),
      [{ to, message, asked }],
    );
    for (const each of said) transport.send(name, each.to, each.message);
  }

  function hear(first: Heard): Heard | undefined {
    let heard: Heard | undefined = first;
    for (const bend of bends) {
      if (heard === undefined) return undefined;
      heard = bend.hear === undefined ? heard : bend.hear(heard);
    }
    return heard;
  }

  return {
    port: {
      attach: (node, receive) =>
        transport.attach(node, (from, message) => {
          onArrival({ from, message });
          remember(from, message);
          const heard = hear({ from, message });
          if (heard !== undefined) receive(heard.from, heard.message);
        }),
      send: (_from, to, message) => say(to, message),
    },
    say,
    bend(given) {
      bends = given;
      if (bends.length === 0) requests.clear();
    },
  };
}

function exchangeKey(peer: NodeName, requestId: string): string {
  return `${peer} ${requestId}`;
}
