import { MessageChannel, Worker } from 'node:worker_threads';
import {
  createSentCounts,
  createThreadLink,
  createWorkerTransport,
  type Delivery,
  ThreadError,
  type ThreadLink,
} from '@quorate/transport';
import { type LawMessage, transportLaws } from '@quorate/transport/laws';
import { afterAll, describe, expect, it } from 'vitest';

/** How long a thread may be silent in these tests, in milliseconds. */
const PATIENCE = 20_000;

/** Starts a thread that answers with what `answer` gives, the source of a function of the link. */
function startThread(
  answer: string,
  own: (request: unknown) => unknown = () => undefined,
  patience = PATIENCE,
): ThreadLink {
  const { port1, port2 } = new MessageChannel();
  const sent = createSentCounts();
  // The package as it was built: Node.js 20 runs no TypeScript.
  const source = `
    const { workerData: { port, sent } } = require('node:worker_threads');
    import('@quorate/transport').then((transport) => {
      let answer;
      const patience = Number.POSITIVE_INFINITY;
      const link = transport.createThreadLink(
        { port, sent, end: 1, answer: (request) => answer(request), patience });
      answer = (${answer})(link, transport);
      link.serve();
      port.close();
    });`;
  const worker = new Worker(source, {
    eval: true,
    execArgv: [],
    workerData: { port: port2, sent },
    transferList: [port2],
  });
  worker.unref();
  return createThreadLink({ port: port1, sent, end: 0, answer: own, patience });
}

describe('a link between two threads', () => {
  it('calls as a function calls, however deep the two call each other', () => {
    const link = startThread('(link) => (n) => n <= 1n ? 1n : n * link.call(n - 1n)', (n) =>
      link.call(n),
    );
    expect(link.call(20n)).toBe(2_432_902_008_176_640_000n);
    link.end();
  });

  it('throws what the other thread threw, through both of them', () => {
    const link = startThread('(link) => (request) => link.call(request)', (request) => {
      throw new RangeError(`no ${request}`);
    });
    expect(() => link.call('answer')).toThrow(new ThreadError('ThrownElsewhere', 'no answer'));
    expect(() => link.call('second answer')).toThrow('no second answer');
    link.end();
  });

  it('refuses what cannot be cloned, and goes on', () => {
    const link = startThread('() => (n) => n === 0 ? () => 0 : n');
    expect(() => link.call(0)).toThrow(/could not be cloned/);
    expect(() => link.call(() => 0)).toThrow(/could not be cloned/);
    expect(link.call(7)).toBe(7);
    link.end();
  });

  it('does not wait without end for a thread that is gone', () => {
    const link = startThread('() => () => process.exit()', undefined, 2_000);
    expect(() => link.call('stay')).toThrow(
      expect.objectContaining({ name: 'ThreadError', code: 'ThreadLost' }),
    );
  });
});

/** Keeps a memory transport, whose deliveries wait until they are asked for. */
const NETWORK = `(link, { createMemoryTransport, createTransportDesk }) => {
  let desk;
  let waiting = [];
  const kinds = {
    Reset() {
      waiting = [];
      const transport = createMemoryTransport({ defer: (deliver) => waiting.push(deliver) });
      desk = createTransportDesk(transport, link.call);
    },
    Settle() {
      const thrown = [];
      for (const deliver of waiting) {
        try { deliver(); } catch (error) { thrown.push(error.message); }
      }
      waiting = [];
      return thrown;
    },
  };
  return (request) => (kinds[request.type] ?? desk.answer)(request);
}`;

let transport: ReturnType<typeof createWorkerTransport<LawMessage>> | undefined;
const network = startThread(NETWORK, (delivery) =>
  transport?.deliver(delivery as Delivery<LawMessage>),
);
afterAll(network.end);

transportLaws('worker transport between two threads', () => {
  network.call({ type: 'Reset' });
  transport = createWorkerTransport<LawMessage>(network);
  const settle = () =>
    (network.call({ type: 'Settle' }) as readonly string[]).map((text) => new Error(text));
  return { transport: transport.transport, order: 'FifoPerLink', settle };
});
