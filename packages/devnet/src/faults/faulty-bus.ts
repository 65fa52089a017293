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
import { FAUCET } from '../genesis.ts';
import { createBus } from '../nodes/bus.ts';
import { WALLET } from '../pay/wallet.ts';
import { HTTP, linkEnd } from './link-end.ts';

/** A bus whose links can have faults. */
export interface FaultyBus {
  readonly bus: Transport<Message>;
  /** Names links as `linkEnd` does. */
  readonly conditions: NetworkConditions;
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

function isBesideCaller(name: string): boolean {
  return name === FAUCET || name === WALLET;
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
