import type { Message } from '@quorate/core';
import type { Held, Sent, Shelf } from '@quorate/network';
import { AdminError } from '../admin/admin-error.ts';
import { linkEnd } from './link-end.ts';
import { sizeOf } from './size-of.ts';

/** A message that a fault holds. */
export interface HeldMessage {
  /** Unique as long as the devnet runs, such as `m1`. */
  readonly id: string;
  /** The fault that holds it. */
  readonly fault: string;
  /** The sender and the receiver, as the ends of links are called. */
  readonly from: string;
  readonly to: string;
  /** In nanoseconds since the Unix epoch. */
  readonly since: bigint;
  readonly message: Message;
}

/** The messages that the faults of a devnet hold. */
export interface HeldMessages {
  /** Gives the place where a fault keeps the messages that it takes. */
  shelfOf(fault: string, takes: (sent: Sent) => boolean): Shelf;
  /** In the order in which they came to be held. */
  list(): readonly HeldMessage[];
  /** Makes a message arrive at once, past whatever else would hold it. @throws AdminError */
  release(id: string): void;
  /** Makes all arrive, in the order in which they came to be held; gives their ids. */
  releaseAll(): readonly string[];
  /** Loses a message. @throws AdminError */
  drop(id: string): void;
  /** Loses all; gives their ids. */
  dropAll(): readonly string[];
  /** How many of a fault were released or dropped by hand. */
  byHandOf(fault: string): ByHand;
  /** How many were lost since the devnet started, because too much was held already. */
  overflow(): number;
  /** Forgets all: the network has lost them. */
  forget(): void;
}

/** How many messages were released or dropped one by one, and not by the end of their fault. */
export interface ByHand {
  readonly released: number;
  readonly dropped: number;
}

/** What bounds the messages that are held. */
export interface HeldOptions {
  readonly now: () => bigint;
  /** Told what a receiver throws. */
  readonly onFailure: (failure: unknown) => void;
  readonly messagesMax?: number;
  readonly bytesMax?: number;
}

/** The most messages that are held: nodes repeat their requests as long as they get no answer. */
const MESSAGES_MAX = 10_000;
/** The most bytes of all of them, roughly: callers choose how large their transactions are. */
const BYTES_MAX = 32 * 1024 * 1024;

interface Kept extends HeldMessage {
  readonly held: Held;
  readonly bytes: number;
}

const NEVER: ByHand = { released: 0, dropped: 0 };

/** Creates a holder of no messages. */
export function createHeldMessages(options: HeldOptions): HeldMessages {
  const { now, onFailure, messagesMax = MESSAGES_MAX, bytesMax = BYTES_MAX } = options;
  const kept = new Map<string, Kept>();
  const byHand = new Map<string, ByHand>();
  let bytes = 0;
  let begun = 0;
  let overflow = 0;

  function takeOut(each: Kept): Held {
    kept.delete(each.id);
    bytes -= each.bytes;
    return each.held;
  }

  function keep(fault: string, held: Held): void {
    const { from, to, message } = held;
    const size = sizeOf(message);
    if (kept.size >= messagesMax || bytes + size > bytesMax) {
      overflow += 1;
      held.lose();
      return;
    }
    begun += 1;
    const id = `m${begun}`;
    const link = { from: linkEnd(from), to: linkEnd(to) };
    const known = { id, fault, ...link, since: now(), message: message as Message };
    kept.set(id, { ...known, held, bytes: size });
    bytes += size;
  }

  function act(each: Kept, deed: keyof ByHand): void {
    const { arrive, lose } = takeOut(each);
    const before = byHand.get(each.fault) ?? NEVER;
    byHand.set(each.fault, { ...before, [deed]: before[deed] + 1 });
    try {
      (deed === 'released' ? arrive : lose)();
    } catch (failure) {
      onFailure(failure);
    }
  }

  function actOn(id: string, deed: keyof ByHand): void {
    const found = kept.get(id);
    if (found === undefined) throw new AdminError(404, 'NOT_FOUND', `no message ${id} is held`);
    act(found, deed);
  }

  function actOnAll(deed: keyof ByHand): readonly string[] {
    // What one causes may be held as well, and was not meant.
    const all = [...kept.values()];
    for (const each of all) act(each, deed);
    return all.map(({ id }) => id);
  }

  return {
    shelfOf(fault, takes) {
      byHand.delete(fault);
      return {
        takes,
        keep: (held) => keep(fault, held),
        takeOut: (span) =>
          [...kept.values()]
            .filter(({ fault: by, from, to }) => by === fault && span(from, to))
            .map(takeOut),
      };
    },
    list: () => [...kept.values()],
    release: (id) => actOn(id, 'released'),
    releaseAll: () => actOnAll('released'),
    drop: (id) => actOn(id, 'dropped'),
    dropAll: () => actOnAll('dropped'),
    byHandOf: (fault) => byHand.get(fault) ?? NEVER,
    overflow: () => overflow,
    forget() {
      kept.clear();
      bytes = 0;
    },
  };
}
