import type { Message } from '@quorate/core';
import type { Moment } from './recorded-message.ts';

/** A message between two nodes. */
export interface Parcel {
  readonly from: string;
  readonly to: string;
  readonly message: Message;
}

/** Knows which requests nodes have got and not yet answered; requests are places in a list. */
export interface Questions {
  arrived(request: Parcel, place: number, moment: Moment): void;
  /** Gives the request that a response answers; undefined if its sender has got none. */
  answered(response: Parcel, moment: Moment): number | undefined;
  /** Forgets what a node has got: a crash takes it. */
  crashed(node: string): void;
}

/** A request that a node has got. */
interface Question {
  readonly place: number;
  readonly event: number;
}

interface Asked {
  readonly to: string;
  open: Question[];
  last: number;
}

/**
 * Creates the list of open requests.
 *
 * Clients repeat a request under the same id, and ask for two things under one, so an id alone does
 * not tell which request is answered. Most answers are given in the event in which the request
 * came; those that wait for a disk or for others are given in the order in which requests came.
 */
export function createQuestions(): Questions {
  const asked = new Map<string, Asked>();
  return {
    arrived({ from, to, message }, place, { event }) {
      const key = keyOf(from, to, message.requestId);
      const known = asked.get(key) ?? { to, open: [], last: place };
      known.open.push({ place, event });
      asked.set(key, known);
    },
    answered({ from, to, message }, { event }) {
      const known = asked.get(keyOf(to, from, message.requestId));
      if (known === undefined) return undefined;
      const { open } = known;
      const meant = open.find((question) => question.event === event) ?? open[0];
      known.open = open.filter((question) => question !== meant);
      known.last = meant?.place ?? known.last;
      return known.last;
    },
    crashed(node) {
      for (const each of asked.values()) if (each.to === node) each.open = [];
    },
  };
}

function keyOf(from: string, to: string, requestId: string): string {
  return JSON.stringify([from, to, requestId]);
}
