import type { Node } from '@quorate/actors';
import type { Message } from '@quorate/core';
import type { NodeName, Transport } from '@quorate/transport';
import type { VirtualClock } from '../virtual-clock.ts';
import type { TraceRecorder } from '../world/trace-recorder.ts';
import type { Bend, Heard, Startable } from './bend.ts';
import { type BentTransport, createBentTransport } from './bent-transport.ts';
import type { ReachGround } from './reach.ts';

/** What a Byzantine node is put into. */
export interface BentGround extends ReachGround {
  readonly clock: VirtualClock;
  readonly trace: Pick<TraceRecorder, 'arrival'>;
}

/** What a Byzantine node is made of. */
export interface BentNodeOptions<S> {
  readonly name: NodeName;
  readonly transport: Transport<Message>;
  readonly ground: BentGround;
  /** Builds the honest part. */
  readonly build: (transport: Transport<Message>) => Node<S>;
  /** Makes the acts, which may look into the honest part. */
  readonly bends: (honest: Node<S>, bent: BentTransport) => readonly Bend[];
}

/**
 * Creates a Byzantine node: an honest one with its acts between it and the network.
 *
 * The trace has what reaches it and not its steps, for what it holds is nobody's concern.
 */
export function createBentNode<S>(options: BentNodeOptions<S>): Node<S> {
  const { name, transport, build, ground } = options;
  const { trace, clock } = ground;
  const onArrival = (heard: Heard) => trace.arrival({ node: name, ...heard }, clock.now());
  const bent = createBentTransport({ name, transport, onArrival });
  const honest = build(bent.port);
  const bends = options.bends(honest, bent);
  bent.bend(bends);
  const all: readonly Startable[] = [honest, ...bends.flatMap(({ instance }) => instance ?? [])];
  return {
    ...honest,
    start() {
      for (const each of all) each.start();
    },
    crash() {
      for (const each of all) each.crash();
    },
  };
}
