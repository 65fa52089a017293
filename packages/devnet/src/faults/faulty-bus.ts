import type { Clock } from '@quorate/actors';
import type { Message } from '@quorate/core';
import {
  createConditions,
  createFaultyNetwork,
  createRng,
  type LinkModel,
  messageAnatomy,
  type NetworkClock,
  type NetworkConditions,
} from '@quorate/network';
import type { NodeName, Transport } from '@quorate/transport';
import { createBus } from '../bus.ts';

/** A bus whose links can go wrong. */
export interface FaultyBus {
  readonly bus: Transport<Message>;
  /** The names of links are those of `linkEnd`. */
  readonly conditions: NetworkConditions;
  /** Loses what links hold up, and has none of them replay what it carried so far. */
  readonly forget: () => void;
}

/** What such a bus is made from. */
export interface FaultyBusOptions {
  readonly clock: Clock;
  /** Where losses, delays and all else come from. */
  readonly seed: string;
  /** Hears what a receiver throws. */
  readonly onFailure: (failure: unknown) => void;
}

/** Messages of a link that can come again. */
const MEMORY = 1000;

const WHOLE: LinkModel = { delay: { kind: 'const', mean: 0n }, drop: 0 };

/**
 * Creates a bus that delivers at once over links that are whole, and over the others as the
 * simulator would.
 *
 * What HTTP callers say to the faucet and to the wallet travels over no link: these are the users
 * beside their clients.
 */
export function createFaultyBus({ clock, seed, onFailure }: FaultyBusOptions): FaultyBus {
  const conditions = createConditions(() => WHOLE);
  const direct = createBus(onFailure);
  const network = createFaultyNetwork<Message>({
    clock: guarded(clock, onFailure),
    rng: createRng(seed),
    passage: {
      link: (from, to) => conditions.link(linkEnd(from), linkEnd(to)),
      isCut: (from, to) => conditions.isCut(linkEnd(from), linkEnd(to)),
      clogOf: (from, to) => conditions.clogOf(linkEnd(from), linkEnd(to)),
    },
    anatomy: messageAnatomy,
    memory: MEMORY,
  });

  function isWhole(from: NodeName, to: NodeName): boolean {
    const [near, far] = [linkEnd(from), linkEnd(to)];
    if (near === HTTP && isBesideCaller(far)) return true;
    if (far === HTTP && isBesideCaller(near)) return true;
    return (
      conditions.link(near, far) === WHOLE &&
      !conditions.isCut(near, far) &&
      conditions.clogOf(near, far) === undefined
    );
  }

  return {
    conditions,
    forget: network.forget,
    bus: {
      attach(node, receive) {
        const ends = [direct.attach(node, receive), network.attach(node, receive)];
        return () => {
          for (const detach of ends) detach();
        };
      },
      send(from, to, message) {
        (isWhole(from, to) ? direct : network).send(from, to, message);
      },
    },
  };
}

/** What all callers over HTTP are to links. */
export const HTTP = 'http';

const CALLER_PREFIX = `${HTTP}-`;

/**
 * Gives the end of a link that a name of the bus stands for: callers over HTTP are one end, and what
 * a node has beside its step machine (`v1/catch-up`) is at the node's.
 */
function linkEnd(name: NodeName): string {
  if (name.startsWith(CALLER_PREFIX)) return HTTP;
  const slash = name.indexOf('/');
  return slash === -1 ? name : name.slice(0, slash);
}

function isBesideCaller(name: string): boolean {
  return name === 'faucet' || name === 'wallet';
}

/** What comes out of a timer of the host would end the process. */
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
