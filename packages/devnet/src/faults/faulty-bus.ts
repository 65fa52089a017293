import type { Clock } from '@quorate/actors';
import type { Message } from '@quorate/core';
import {
  createConditions,
  createFaultyNetwork,
  createRng,
  type End,
  type LinkModel,
  messageAnatomy,
  type NetworkClock,
  type NetworkConditions,
  type Sent,
  type Span,
} from '@quorate/network';
import type { Transport } from '@quorate/transport';
import { createBus } from '../nodes/bus.ts';
import { isClient } from './bus-links.ts';
import { createHeldMessages, type HeldMessages } from './held-messages.ts';
import { HTTP, linkEnd } from './link-end.ts';
import { type Choice, chosenBy } from './message-choice.ts';
import { createSubjects } from './subjects.ts';

/** A bus whose links can have faults. */
export interface FaultyBus {
  readonly bus: Transport<Message>;
  /** Names links as `linkEnd` does. */
  readonly conditions: NetworkConditions;
  /**
   * Holds messages over these links for a fault of this id: those that are chosen, or all. At its
   * end, those still held go on in the order sent.
   */
  readonly clog: (fault: string, span: Span, only: Choice | undefined) => End;
  /** What is held at present. */
  readonly held: HeldMessages;
  /** Drops the messages that links hold back, and prevents replays of earlier ones. */
  readonly forget: () => void;
}

/** What such a bus is made from. */
export interface FaultyBusOptions {
  readonly clock: Clock;
  /** The seed of losses, delays and everything else random. */
  readonly seed: string;
  /** Told what a receiver throws. */
  readonly onFailure: (failure: unknown) => void;
}

/** How many messages of a link can be replayed. */
const MEMORY = 1000;

const WHOLE: LinkModel = { delay: { kind: 'const', mean: 0n }, drop: 0 };

/**
 * Creates a bus that delivers at once over links without faults, and over the others as the
 * simulator would.
 *
 * Messages of HTTP callers to the faucet and the wallet use no link: these callers are the users
 * beside their clients.
 */
export function createFaultyBus({ clock, seed, onFailure }: FaultyBusOptions): FaultyBus {
  const conditions = createConditions(() => WHOLE);
  const direct = createBus(onFailure);
  const held = createHeldMessages({ now: clock.now, onFailure });
  const subjects = createSubjects();
  // To know what answers are about costs something for each request.
  let choosing = 0;
  const network = createFaultyNetwork<Message>({
    clock: guarded(clock, onFailure),
    rng: createRng(seed),
    passage: {
      link: (from, to) => conditions.link(linkEnd(from), linkEnd(to)),
      isCut: (from, to) => conditions.isCut(linkEnd(from), linkEnd(to)),
      clogOf: (sent) => conditions.clogOf(named(sent)),
    },
    anatomy: messageAnatomy,
    memory: MEMORY,
  });

  function isWhole({ from: near, to: far, message }: Sent): boolean {
    if (near === HTTP && isClient(far)) return true;
    if (far === HTTP && isClient(near)) return true;
    return (
      conditions.link(near, far) === WHOLE &&
      !conditions.isCut(near, far) &&
      conditions.clogOf({ from: near, to: far, message }) === undefined
    );
  }

  return {
    conditions,
    held,
    clog(fault, span, only) {
      const end = conditions.clog(span, held.shelfOf(fault, chosenBy(only, subjects.subjectOf)));
      choosing += only === undefined ? 0 : 1;
      return () => {
        choosing -= only === undefined ? 0 : 1;
        end();
      };
    },
    forget() {
      network.forget();
      held.forget();
    },
    bus: {
      attach(node, receive) {
        const ends = [direct.attach(node, receive), network.attach(node, receive)];
        return () => {
          for (const detach of ends) detach();
        };
      },
      send(from, to, message) {
        const sent = named({ from, to, message });
        if (choosing > 0) subjects.learn(sent);
        (isWhole(sent) ? direct : network).send(from, to, message);
      },
    },
  };
}

/** Names the link of a message as `linkEnd` does. */
function named({ from, to, message }: Sent): Sent {
  return { from: linkEnd(from), to: linkEnd(to), message };
}

/** An exception in a timer of the host would end the process. */
function guarded(clock: Clock, onFailure: (failure: unknown) => void): NetworkClock {
  const setTimer = (at: bigint, fire: () => void) =>
    clock.setTimer(at, () => {
      try {
        fire();
      } catch (failure) {
        onFailure(failure);
      }
    });
  return {
    now: clock.now,
    setTimer,
    after: (delay, fire) => setTimer(clock.now() + BigInt(delay), fire),
  };
}
