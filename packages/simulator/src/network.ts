import type { NodeName, Transport } from '@quorate/transport';
import { createAttachments, freezeMessage } from '@quorate/transport';
import type { Distribution } from './distribution.ts';
import { sample } from './distribution.ts';
import type { Rng } from './rng.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Describes how one direction of a link treats each message. */
export interface LinkModel {
  readonly delay: Distribution;
  /** The probability that a message is lost. */
  readonly drop: number;
}

/** Reports one message at one moment of its journey. `at` is in nanoseconds since the Unix epoch. */
export interface NetworkEvent<M> {
  readonly at: bigint;
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: M;
}

/** Says why a message was lost: the link lost it, or nobody was attached when it arrived. */
export type DropReason = 'link' | 'detached';

/** Settles how a simulated network behaves and who watches it. */
export interface SimulatedNetworkOptions<M> {
  readonly clock: VirtualClock;
  readonly rng: Rng;
  /** Asked at every send, so a partition or a slow link is a function that changes its answer. */
  readonly link: (from: NodeName, to: NodeName) => LinkModel;
  /** Hears of every message sent, before its fate is known. */
  readonly onSend?: (event: NetworkEvent<M>) => void;
  /** Hears of a message just before its receiver does. */
  readonly onDeliver?: (event: NetworkEvent<M>) => void;
  /** Hears of a message when it is lost. */
  readonly onDrop?: (event: NetworkEvent<M>, reason: DropReason) => void;
}

/** Carries messages through virtual time. */
export interface SimulatedNetwork<M> extends Transport<M> {
  /** Counts the messages sent that have neither arrived nor been lost. */
  inFlight(): number;
}

/**
 * Creates a network whose delays and losses come from the streams `network/<from>→<to>`.
 *
 * A message costs its link the same draws whether it is lost or not, so a change of the loss rate
 * leaves the delays of other messages alone. A message to oneself takes no time, no luck and no
 * link, but still waits for its turn. Receivers get the very object that was sent, frozen.
 *
 * What `link`, an observer or a receiver throws is not caught: it comes out of the `send` or
 * `runNext` that called it.
 */
export function createSimulatedNetwork<M>(
  options: SimulatedNetworkOptions<M>,
): SimulatedNetwork<M> {
  const { clock, rng, link, onSend, onDeliver, onDrop } = options;
  const { attach, receiverOf } = createAttachments<M>();
  let inFlight = 0;

  function drawJourney(from: NodeName, to: NodeName): { isLost: boolean; delay: bigint } {
    if (from === to) return { isLost: false, delay: 0n };
    const { delay, drop } = link(from, to);
    const stream = rng.stream(`network/${from}→${to}`);
    return { isLost: stream.chance(drop), delay: sample(delay, stream) };
  }

  function arrive(from: NodeName, to: NodeName, message: M): void {
    inFlight -= 1;
    const event = { at: clock.now(), from, to, message };
    const receive = receiverOf(to);
    if (receive === undefined) {
      onDrop?.(event, 'detached');
      return;
    }
    onDeliver?.(event);
    receive(from, message);
  }

  return {
    attach,
    send(from, to, message) {
      freezeMessage(message);
      const event = { at: clock.now(), from, to, message };
      onSend?.(event);
      const { isLost, delay } = drawJourney(from, to);
      if (isLost) {
        onDrop?.(event, 'link');
        return;
      }
      clock.setTimer(event.at + delay, () => arrive(from, to, message));
      inFlight += 1;
    },
    inFlight: () => inFlight,
  };
}
