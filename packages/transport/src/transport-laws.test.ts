import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryTransport } from './memory-transport.ts';
import type { Receive, Transport } from './transport.ts';
import type { LawMessage, TransportUnderTest } from './transport-laws.ts';
import { createDeferQueue, transportLawList, transportLaws } from './transport-laws.ts';

// The wrong transports must be caught on every run, not on most of them.
beforeAll(() => fc.configureGlobal({ seed: 20260101 }));
afterAll(() => fc.resetConfigureGlobal());

type LawTransport = Transport<LawMessage>;
type Wrong = (right: LawTransport) => Partial<LawTransport>;

function wrongTransport(wrong: Wrong): () => TransportUnderTest {
  return () => {
    const { defer, settle } = createDeferQueue();
    const right = createMemoryTransport<LawMessage>({ defer });
    return { transport: { ...right, ...wrong(right) }, order: 'FifoPerLink', settle };
  };
}

/** Creates a transport that runs the deliveries under way in the order that `pick` takes them. */
function createPickingTransport(
  order: TransportUnderTest['order'],
  pick: (waiting: (() => void)[]) => (() => void) | undefined,
): TransportUnderTest {
  const waiting: (() => void)[] = [];
  const transport = createMemoryTransport<LawMessage>({ defer: (task) => waiting.push(task) });
  const settle = (): readonly unknown[] => {
    const { defer, settle: runAll } = createDeferQueue();
    const runNext = (): void => {
      const next = pick(waiting);
      if (next === undefined) return;
      defer(runNext);
      next();
    };
    defer(runNext);
    return runAll();
  };
  return { transport, order, settle };
}

/** For each law, a transport that breaks it and is otherwise right. */
const wrongTransports: readonly {
  law: string;
  fault: string;
  create: () => TransportUnderTest;
}[] = [
  {
    law: 'every message arrives once, with its sender, at its receiver alone',
    fault: 'delivers twice',
    create: wrongTransport((right) => ({
      send: (from, to, message) => {
        right.send(from, to, message);
        right.send(from, to, message);
      },
    })),
  },
  {
    law: 'every message arrives once, with its sender, at its receiver alone',
    fault: 'loses what a node sends to itself',
    create: wrongTransport((right) => ({
      send: (from, to, message) => (from === to ? undefined : right.send(from, to, message)),
    })),
  },
  {
    law: 'every message arrives once, with its sender, at its receiver alone',
    fault: 'names the receiver as the sender',
    create: wrongTransport((right) => ({
      send: (_from, to, message) => right.send(to, to, message),
    })),
  },
  {
    law: 'a link that promises order keeps it',
    fault: 'delivers the latest message first',
    create: () => createPickingTransport('FifoPerLink', (waiting) => waiting.pop()),
  },
  {
    law: 'send never delivers inside the call, not even an answer',
    fault: 'delivers at once',
    create: () => {
      const transport = createMemoryTransport<LawMessage>({ defer: (deliver) => deliver() });
      return { transport, order: 'FifoPerLink', settle: () => [] };
    },
  },
  {
    law: 'send never delivers inside the call, not even an answer',
    fault: 'delivers an answer inside the delivery of the question',
    create: createNestingTransport,
  },
  {
    law: 'a sender cannot change a message that it has sent',
    fault: 'passes the object on as it is',
    create: () => createUnfrozenTransport((message) => message),
  },
  {
    law: 'a sender cannot change a message that it has sent',
    fault: 'freezes the outermost object alone',
    create: () => createUnfrozenTransport(Object.freeze),
  },
  {
    law: 'a receiver that throws stops no other delivery, and what it threw surfaces',
    fault: 'swallows what a receiver throws',
    create: wrongTransport((right) => ({
      attach: (node, receive) => right.attach(node, swallow(receive)),
    })),
  },
  {
    law: 'a receiver that throws stops no other delivery, and what it threw surfaces',
    fault: 'drops what was under way when a receiver throws',
    create: () => createPickingTransport('FifoPerLink', stopAfterThrow()),
  },
  {
    law: 'a name that is taken is refused, and its holder keeps receiving',
    fault: 'gives a name to the latest who asks',
    create: wrongTransport((right) => {
      const detaches = new Map<string, () => void>();
      return {
        attach: (node, receive) => {
          detaches.get(node)?.();
          const detach = right.attach(node, receive);
          detaches.set(node, detach);
          return detach;
        },
      };
    }),
  },
  {
    law: 'a detached node receives nothing, not even what was under way',
    fault: 'chooses the receiver when a message is sent',
    create: createEarlyTransport,
  },
  {
    law: 'a node that attached again receives, and its old attachment does not',
    fault: 'never frees a name',
    create: wrongTransport((right) => ({
      attach: (node, receive) => {
        let current: Receive<LawMessage> | undefined = receive;
        right.attach(node, (from, message) => current?.(from, message));
        return () => {
          current = undefined;
        };
      },
    })),
  },
  {
    law: 'detaching again does not touch a later attachment',
    fault: 'detaches by name',
    create: wrongTransport((right) => {
      const detaches = new Map<string, () => void>();
      return {
        attach: (node, receive) => {
          detaches.set(node, right.attach(node, receive));
          return () => detaches.get(node)?.();
        },
      };
    }),
  },
  {
    law: 'a message to a node that nobody attached is lost without an error',
    fault: 'refuses a receiver that it does not know',
    create: wrongTransport((right) => {
      const known = new Set<string>();
      return {
        attach: (node, receive) => {
          known.add(node);
          return right.attach(node, receive);
        },
        send: (from, to, message) => {
          if (!known.has(to)) throw new Error(`${to} is not known`);
          right.send(from, to, message);
        },
      };
    }),
  },
];

function swallow(receive: Receive<LawMessage>): Receive<LawMessage> {
  return (from, message) => {
    try {
      receive(from, message);
    } catch {
      // This is the fault.
    }
  };
}

/** Picks in order until a delivery throws, and nothing from then on. */
function stopAfterThrow(): (waiting: (() => void)[]) => (() => void) | undefined {
  let isStopped = false;
  return (waiting) => {
    const next = isStopped ? undefined : waiting.shift();
    if (next === undefined) return undefined;
    return () => {
      isStopped = true;
      next();
      isStopped = false;
    };
  };
}

/** Creates a transport that passes on what `prepare` returns, and freezes nothing itself. */
function createUnfrozenTransport(prepare: (message: LawMessage) => LawMessage): TransportUnderTest {
  const { defer, settle } = createDeferQueue();
  const right = createMemoryTransport<() => LawMessage>({ defer });
  const transport: LawTransport = {
    attach: (node, receive) => right.attach(node, (from, read) => receive(from, read())),
    send: (from, to, message) => {
      const prepared = prepare(message);
      // A function is not data, so what it returns is not frozen.
      right.send(from, to, () => prepared);
    },
  };
  return { transport, order: 'FifoPerLink', settle };
}

/** Creates a transport that looks its receiver up too early. */
function createEarlyTransport(): TransportUnderTest {
  const { defer, settle } = createDeferQueue();
  const right = createMemoryTransport<LawMessage>({ defer });
  const receivers = new Map<string, Receive<LawMessage>>();
  const transport: LawTransport = {
    attach: (node, receive) => {
      const detach = right.attach(node, receive);
      receivers.set(node, receive);
      return () => {
        detach();
        receivers.delete(node);
      };
    },
    send: (from, to, message) => {
      const receive = receivers.get(to);
      const copy = structuredClone(message);
      defer(() => receive?.(from, copy));
    },
  };
  return { transport, order: 'FifoPerLink', settle };
}

/** Creates a transport that defers a message only when no delivery is under way. */
function createNestingTransport(): TransportUnderTest {
  const { defer, settle } = createDeferQueue();
  let isDelivering = false;
  const transport = createMemoryTransport<LawMessage>({
    defer: (deliver) => {
      if (isDelivering) return deliver();
      defer(() => {
        isDelivering = true;
        try {
          deliver();
        } finally {
          isDelivering = false;
        }
      });
    },
  });
  return { transport, order: 'FifoPerLink', settle };
}

transportLaws('transport that keeps no order and promises none', () =>
  createPickingTransport('Any', (waiting) => waiting.pop()),
);

describe('the transport laws bite', () => {
  for (const { law, fault, create } of wrongTransports) {
    it(`"${law}" catches a transport that ${fault}`, async () => {
      const broken: string[] = [];
      for (const { name, check } of transportLawList) {
        await check(create).catch(() => broken.push(name));
      }
      expect(broken).toContain(law);
    });
  }

  it('has a wrong transport for every law', () => {
    const caught = new Set(wrongTransports.map(({ law }) => law));
    expect(caught).toEqual(new Set(transportLawList.map(({ name }) => name)));
  });
});
