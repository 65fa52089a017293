import type { Message } from '@quorate/core';
import { type DropReason, describeMessage, type NetworkEvent } from '@quorate/network';
import type { Address } from '@quorate/protocol';
import { createQuestions, type Parcel } from './questions.ts';
import type { Moment, RecordedMessage } from './recorded-message.ts';

/** Follows every message of a run from its sender to what became of it. */
export interface Post {
  sent(event: NetworkEvent<Message>, moment: Moment): void;
  /** The message goes on as another: the network has changed some of its bits. */
  altered(event: NetworkEvent<Message>, message: Message): void;
  held(event: NetworkEvent<Message>): void;
  delivered(event: NetworkEvent<Message>, moment: Moment): void;
  lost(event: NetworkEvent<Message>, reason: DropReason, moment: Moment): void;
  crashed(node: string): void;
  /** Gives the place in `messages` of what a node has got; undefined if it was never sent. */
  placeOf(parcel: Parcel): number | undefined;
  messages(): readonly RecordedMessage[];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Entry extends Writable<RecordedMessage> {
  arrivals: Moment[];
}

/** Creates the post of a run; receivers get the very objects that were sent, or altered. */
export function createPost(nameOf: (address: Address) => string): Post {
  const entries: Entry[] = [];
  // One object may go to several nodes, and to one of them several times.
  const places = new Map<Message, number[]>();
  const questions = createQuestions();

  function candidates({ from, to, message }: Parcel): readonly number[] {
    return (places.get(message) ?? []).filter((place) => {
      const entry = entries[place];
      return entry?.from === from && entry.to === to;
    });
  }

  function note(message: Message, place: number): void {
    const known = places.get(message);
    if (known === undefined) places.set(message, [place]);
    else known.push(place);
  }

  /** Gives the earliest that is under way; if none is, what comes is one more copy of the latest. */
  function underWay(parcel: Parcel): readonly [place: number, entry: Entry] | undefined {
    const all = candidates(parcel).flatMap((place) => {
      const entry = entries[place];
      return entry === undefined ? [] : [[place, entry] as const];
    });
    const isOpen = ([, { arrivals, lost }]: readonly [number, Entry]) =>
      arrivals.length === 0 && lost === undefined;
    return all.find(isOpen) ?? all.at(-1);
  }

  return {
    sent(event, sent) {
      const { from, to, message } = event;
      const place = entries.length;
      const about = describeMessage(message, nameOf);
      const entry: Entry = { from, to, ...about, sent, content: message, arrivals: [] };
      const request = message.type === 'Response' ? questions.answered(event, sent) : undefined;
      if (request !== undefined) entry.answers = request;
      entries.push(entry);
      note(message, place);
    },
    altered(event, message) {
      const place = candidates(event).at(-1);
      const entry = place === undefined ? undefined : entries[place];
      if (place === undefined || entry === undefined) return;
      entry.isAltered = true;
      note(message, place);
    },
    held(event) {
      const [, entry] = underWay(event) ?? [];
      if (entry !== undefined) entry.isHeld = true;
    },
    delivered(event, moment) {
      const [place, entry] = underWay(event) ?? [];
      if (place === undefined || entry === undefined) return;
      entry.arrivals.push(moment);
      if (event.message.type !== 'Response') questions.arrived(event, place, moment);
    },
    lost(event, reason, moment) {
      const [, entry] = underWay(event) ?? [];
      if (entry !== undefined && entry.lost === undefined) entry.lost = { ...moment, reason };
    },
    crashed: questions.crashed,
    placeOf(parcel) {
      const all = candidates(parcel);
      const arrived = all.filter((place) => (entries[place]?.arrivals.length ?? 0) > 0);
      return arrived.at(-1) ?? all.at(-1);
    },
    messages: () => entries,
  };
}
