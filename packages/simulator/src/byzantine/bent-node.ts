import type { Node } from '@quorate/actors';
import {
  type Bend,
  type BentTransport,
  createBentTransport,
  type Heard,
  type Startable,
} from '@quorate/byzantine';
import type { Message } from '@quorate/core';
import type { NodeName, Transport } from '@quorate/transport';
import type { VirtualClock } from '../virtual-clock.ts';
import type { TraceRecorder } from '../world/trace-recorder.ts';
import type { ReachGround } from './reach.ts';

/** The surroundings of a Byzantine node. */
export interface BentGround extends ReachGround {
  readonly clock: VirtualClock;
  readonly trace: Pick<TraceRecorder, 'arrival'>;
}

/** The parts of a Byzantine node. */
export interface BentNodeOptions<S> {
  readonly name: NodeName;
  readonly transport: Transport<Message>;
  readonly ground: BentGround;
  /** Builds the honest part. */
  readonly build: (transport: Transport<Message>) => Node<S>;
  /** Creates the acts, which may read the state of the honest part. */
  readonly bends: (honest: Node<S>, bent: BentTransport) => readonly Bend[];
}

/**
 * Creates a Byzantine node: an honest node with its acts between it and the network.
 *
 * The trace contains the messages that reach the node but not its steps, since nothing is checked
 * about its state.
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
