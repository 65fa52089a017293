import type { Message } from '@quorate/core';
import { keepLatest } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import type { Bend, Heard, Say } from '../bend.ts';
import { createInstance } from '../instance.ts';
import type { Reach } from '../reach.ts';
import type { Stage } from '../stage.ts';
import { requestKindOf } from '../traffic.ts';

/** Answers some exchanges from a second honest instance, which gets no other messages. */
export function twin(reach: Reach, { another, say }: Stage): Bend {
  const instance = createInstance(another, say);
  return {
    instance,
    hear: (heard) => {
      const { from: peer, message: request } = heard;
      const isTaken = reach.act({ peer, request }, () => true) ?? false;
      if (!isTaken) return heard;
      instance.hand(peer, request);
      return undefined;
    },
  };
}

/** More than an instance answers at once; one that has failed answers none. */
const OPEN_MAX = 4096;

/**
 * Answers queries and dry runs from a second instance. That instance gets each request that changes
 * the ledger only after this many further ones, and its answers to those are dropped.
 */
export function staleView(requests: number, reach: Reach, { another, say }: Stage): Bend {
  const backlog: Heard[] = [];
  const open = new Map<string, true>();
  const answer: Say = (to, message) => {
    if (message.type === 'Response' && open.delete(exchangeOf(to, message))) say(to, message);
  };
  const instance = createInstance(another, answer);

  function follow(heard: Heard): void {
    backlog.push(heard);
    const due = backlog.length > requests ? backlog.shift() : undefined;
    if (due !== undefined) instance.hand(due.from, due.message);
  }

  return {
    instance,
    hear: (heard) => {
      const { from: peer, message: request } = heard;
      switch (requestKindOf(request)) {
        case 'sign':
        case 'settle':
          follow(heard);
          return heard;
        case 'check':
        case 'query': {
          const isTaken = reach.act({ peer, request }, () => true) ?? false;
          if (!isTaken) return heard;
          keepLatest(open, exchangeOf(peer, request), true, OPEN_MAX);
          instance.hand(peer, request);
          return undefined;
        }
        case undefined:
          return heard;
      }
    },
  };
}

function exchangeOf(peer: NodeName, { requestId }: Message): string {
  return `${peer} ${requestId}`;
}
