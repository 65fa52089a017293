import type { Clock, NodePorts } from '@quorate/actors';
import { InvariantError, type Message, type Result } from '@quorate/core';
import { type FlushDone, type Store, StoreError } from '@quorate/storage';
import { createWorkerTransport, type Delivery, type Transport } from '@quorate/transport';
import type { FromWorker, NumberedResponse, StoreFailure } from './requests.ts';

/** Sends a request of one node to the main thread. */
export type Ask = (request: FromWorker['request']) => unknown;

/** The ports of a node in a worker; what they represent is in the main thread. */
export interface WorkerPorts {
  readonly ports: NodePorts;
  /** Numbers the results of a step. */
  number(results: readonly Result[]): void;
  deliver(delivery: Delivery<Message>): void;
  fire(timer: number): void;
  flushed(flush: number, failure: StoreFailure | undefined): void;
}

/** Creates the ports of one node. */
export function createWorkerPorts(ask: Ask): WorkerPorts {
  const { transport, deliver } = createWorkerTransport<Message | NumberedResponse>({
    call: (request) => ask(request as FromWorker['request']),
  });
  const { clock, fire } = createWorkerClock(ask);
  const { store, flushed } = createWorkerStore(ask);
  let numbers = new WeakMap<Result, number>();
  let numbered = 0;

  return {
    ports: {
      store,
      clock,
      transport: {
        attach(node, receive) {
          numbers = new WeakMap();
          numbered = 0;
          return (transport as Transport<Message>).attach(node, receive);
        },
        send(from, to, message) {
          const number = message.type === 'Response' ? numbers.get(message.result) : undefined;
          if (message.type !== 'Response' || number === undefined) {
            transport.send(from, to, message);
            return;
          }
          const { requestId } = message;
          transport.send(from, to, { type: 'NumberedResponse', requestId, number });
        },
      },
    },
    number(results) {
      for (const result of results) {
        numbers.set(result, numbered);
        numbered += 1;
      }
    },
    deliver,
    fire,
    flushed,
  };
}

function createWorkerClock(ask: Ask) {
  const timers = new Map<number, () => void>();
  let count = 0;
  const clock: Clock = {
    now: () => ask({ type: 'Now' }) as bigint,
    setTimer(at, fire, id) {
      const timer = count;
      count += 1;
      timers.set(timer, fire);
      ask({ type: 'SetTimer', timer, at, ...(id === undefined ? {} : { id }) });
      return () => {
        if (timers.delete(timer)) ask({ type: 'CancelTimer', timer });
      };
    },
  };
  const fire = (timer: number): void => {
    const due = timers.get(timer);
    timers.delete(timer);
    due?.();
  };
  return { clock, fire };
}

function createWorkerStore(ask: Ask) {
  const flushes = new Map<number, FlushDone>();
  let count = 0;
  const store: Store<unknown> = {
    get: (key) => ask({ type: 'Get', key }),
    scan: (range) => ask({ type: 'Scan', range }) as readonly (readonly [string, unknown])[],
    write: (batch) => void ask({ type: 'Write', batch }),
    flush(done) {
      const flush = count;
      count += 1;
      flushes.set(flush, done);
      ask({ type: 'Flush', flush });
    },
    close: () => {
      throw new InvariantError('who has the store closes it, and no node does');
    },
  };
  const flushed = (flush: number, failure: StoreFailure | undefined): void => {
    const done = flushes.get(flush);
    flushes.delete(flush);
    done?.(failure === undefined ? undefined : new StoreError(failure.message, failure));
  };
  return { store, flushed };
}
