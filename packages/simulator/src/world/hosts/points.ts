import type { NodePorts } from '@quorate/actors';
import type { Message, Result } from '@quorate/core';
import type { ProtocolMoment } from '../../scenario/faults/moment.ts';
import type { AnyObservation } from '../trace-recorder.ts';

/** What a step wrote, as far as a moment can name it. */
type Written = Extract<ProtocolMoment, 'signed' | 'settled' | 'certified'>;

/** Watches one node reach the points of the protocol. */
export interface Points {
  /** The node's ports, watched. */
  readonly ports: NodePorts;
  /** Sees a step before its effects are carried out. */
  observe(observation: AnyObservation): void;
  /** A message has its turn. */
  received(message: Message): void;
}

/**
 * Creates the watch of one node; `reached` hears of every point in the very place where the node
 * reaches it, and may crash the node there.
 */
export function watchPoints(ports: NodePorts, reached: (point: ProtocolMoment) => void): Points {
  const { store, transport, clock } = ports;
  let written: Written | undefined;
  // Each counts batches; a new life forgets those of the last whose flush never ended.
  let batches = 0;
  let flushed = 0;
  let lives = 0;

  function reportFlushed(covered: number): void {
    const life = lives;
    while (flushed < covered && life === lives) {
      flushed += 1;
      reached('flushed');
    }
  }

  return {
    observe({ effects }) {
      written = writtenBy(effects);
    },
    received(message) {
      if (isDemand(message)) reached('received');
    },
    ports: {
      clock,
      store: {
        ...store,
        write(batch) {
          store.write(batch);
          batches += 1;
          const point = written;
          written = undefined;
          if (point !== undefined) reached(point);
        },
        flush(done) {
          const covered = batches;
          const life = lives;
          store.flush((failure) => {
            if (failure === undefined && life === lives) reportFlushed(covered);
            done(failure);
          });
        },
      },
      transport: {
        attach(node, receive) {
          const detach = transport.attach(node, receive);
          lives += 1;
          flushed = batches;
          return () => {
            lives += 1;
            detach();
          };
        },
        send(from, to, message) {
          transport.send(from, to, message);
          if (message.type === 'Response' && isPromise(message.result)) reached('answered');
        },
      },
    },
  };
}

function writtenBy(effects: AnyObservation['effects']): Written | undefined {
  let point: Written | undefined;
  let isWritten = false;
  for (const effect of effects) {
    if (effect.type === 'Persist') isWritten = true;
    if (effect.type === 'Reply' && effect.result.type === 'Signed') point = 'signed';
    if (effect.type === 'Reply' && effect.result.type === 'Settled') point = 'settled';
    if (effect.type === 'Send' && effect.message.type === 'SubmitCertificate') point = 'certified';
  }
  return isWritten ? point : undefined;
}

/** Tells what asks a node to do something that lasts from dry runs, queries and answers. */
function isDemand({ type }: Message): boolean {
  return type === 'SubmitTransaction' || type === 'SubmitCertificate' || type === 'Execute';
}

/** Tells the answers that a node must stand by from those that bind nobody. */
function isPromise({ type }: Result): boolean {
  return type === 'Signed' || type === 'Settled' || type === 'Success';
}
