import type { Message } from '@quorate/core';
import type { NodePorts } from '../ports.ts';
import type { Gate } from './gate.ts';

/** A gate that is always open, for a node that is never paused or slowed. */
const OPEN_GATE: Pick<Gate, 'admit' | 'isOpen'> = {
  isOpen: () => true,
  admit({ isWanted, onTurn, run }) {
    if (!isWanted()) return;
    onTurn?.();
    if (isWanted()) run();
  },
};

/** Sees each message when its turn comes. */
interface MessageWatch {
  received(message: Message): void;
}

/** Puts a gate in front of all inputs of a node: messages, timers, and the ends of flushes. */
export function gatedPorts(
  { store, transport, clock }: NodePorts,
  gate: Pick<Gate, 'admit' | 'isOpen'> = OPEN_GATE,
  points?: MessageWatch,
): NodePorts {
  return {
    store: {
      ...store,
      flush: (done) =>
        store.flush((failure) => {
          if (gate.isOpen()) done(failure);
          else gate.admit({ isWanted: () => true, run: () => done(failure), isLabour: false });
        }),
    },
    transport: {
      ...transport,
      attach(node, receive) {
        let isAttached = true;
        const detach = transport.attach(node, (from, message) => {
          if (points === undefined && gate.isOpen()) {
            if (isAttached) receive(from, message);
            return;
          }
          gate.admit({
            isWanted: () => isAttached,
            onTurn: () => points?.received(message),
            run: () => receive(from, message),
            isLabour: true,
          });
        });
        return () => {
          isAttached = false;
          detach();
        };
      },
    },
    clock: {
      now: clock.now,
      setTimer(at, fire, id) {
        let isSet = true;
        const onTurn = () => gate.admit({ isWanted: () => isSet, run: fire, isLabour: true });
        const cancel = clock.setTimer(at, onTurn, id);
        return () => {
          isSet = false;
          cancel();
        };
      },
    },
  };
}
