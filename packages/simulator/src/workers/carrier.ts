import type { Cancel, NodePorts } from '@quorate/actors';
import type { Input, Message, ValidatorMessage, ValidatorResume } from '@quorate/core';
import type { Delivery } from '@quorate/transport';
import type { ClockRequest, SetTimer, StoreRequest, ToWorker } from './requests.ts';

/** Represents, in the main thread, a node that runs in a worker. */
export interface Carrier {
  /** Gives the message that is being delivered to the node. */
  delivered(): Input<ValidatorMessage, ValidatorResume> | undefined;
  deliver(delivery: Delivery<Message>): void;
  /** Performs what the node asks of its store and its clock. */
  answer(request: StoreRequest | ClockRequest): unknown;
}

/**
 * Creates the carrier that brings messages, timers and the ends of flushes to a node in a worker.
 */
export function createCarrier(
  { store, clock }: Pick<NodePorts, 'store' | 'clock'>,
  ask: (request: ToWorker['request']) => unknown,
): Carrier {
  const timers = new Map<number, Cancel>();
  let delivered: Input<ValidatorMessage, ValidatorResume> | undefined;

  function setTimer({ timer, at, id }: SetTimer): void {
    const fire = () => {
      timers.delete(timer);
      ask({ type: 'Fire', timer });
    };
    timers.set(timer, clock.setTimer(at, fire, id));
  }

  function flush(number: number): void {
    store.flush((failure) => {
      const { message, code, retryable } = failure ?? {};
      ask(
        message === undefined || code === undefined || retryable === undefined
          ? { type: 'Flushed', flush: number }
          : { type: 'Flushed', flush: number, failure: { message, code, retryable } },
      );
    });
  }

  return {
    delivered: () => delivered,
    deliver(delivery: Delivery<Message>): void {
      const { from, message } = delivery;
      delivered = { type: 'Message', from, message: message as ValidatorMessage };
      ask(delivery);
      delivered = undefined;
    },
    answer(request: StoreRequest | ClockRequest): unknown {
      switch (request.type) {
        case 'Get':
          return store.get(request.key);
        case 'Scan':
          return [...store.scan(request.range)];
        case 'Write':
          return store.write(request.batch);
        case 'Flush':
          return flush(request.flush);
        case 'Now':
          return clock.now();
        case 'SetTimer':
          return setTimer(request);
        case 'CancelTimer':
          timers.get(request.timer)?.();
          timers.delete(request.timer);
          return undefined;
      }
    },
  };
}
