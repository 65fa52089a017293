import { describe, expect, it } from 'vitest';
import { createMemoryTransport } from './memory-transport.ts';
import type { Transport } from './transport.ts';
import { createDeferQueue, transportLaws } from './transport-laws.ts';
import { createTransportDesk, createWorkerTransport, type Delivery } from './worker-transport.ts';

/** Joins the two halves as two threads are joined: everything that passes is a clone. */
function joined<M>(network: Transport<M>): Transport<M> {
  const desk = createTransportDesk(network, (delivery: Delivery<M>) =>
    worker.deliver(structuredClone(delivery)),
  );
  const worker = createWorkerTransport<M>({
    call: (request) =>
      structuredClone(desk.answer(structuredClone(request) as typeof request & never)),
  });
  return worker.transport;
}

transportLaws('worker transport', () => {
  const { defer, settle } = createDeferQueue();
  return {
    transport: joined(createMemoryTransport({ defer })),
    order: 'FifoPerLink',
    settle,
  };
});

describe('worker transport', () => {
  it('joins nodes of a worker with nodes elsewhere, both ways', () => {
    const { defer, settle } = createDeferQueue();
    const network = createMemoryTransport<string>({ defer });
    const worker = joined(network);
    const heard: string[] = [];
    network.attach('p1', (from, message) => heard.push(`p1 from ${from}: ${message}`));
    worker.attach('v1', (from, message) => {
      heard.push(`v1 from ${from}: ${message}`);
      worker.send('v1', from, 'signed');
    });
    network.send('p1', 'v1', 'sign');
    expect(settle()).toEqual([]);
    expect(heard).toEqual(['v1 from p1: sign', 'p1 from v1: signed']);
  });

  it('gives a node of a worker a frozen message', () => {
    const { defer, settle } = createDeferQueue();
    const network = createMemoryTransport<{ readonly amounts: readonly bigint[] }>({ defer });
    const received: { readonly amounts: readonly bigint[] }[] = [];
    joined(network).attach('v1', (_from, message) => received.push(message));
    network.send('p1', 'v1', { amounts: [1n] });
    expect(settle()).toEqual([]);
    expect(received).toEqual([{ amounts: [1n] }]);
    expect(received.flatMap((message) => [message, message.amounts]).map(Object.isFrozen)).toEqual([
      true,
      true,
    ]);
  });

  it('does not take a name away from another worker', () => {
    const network = createMemoryTransport<string>({ defer: () => undefined });
    joined(network).attach('v1', () => undefined);
    expect(() => joined(network).attach('v1', () => undefined)).toThrow('NameTaken: v1');
  });
});
