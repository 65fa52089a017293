import { describe, expect, it } from 'vitest';
import { createMemoryTransport } from './memory-transport.ts';
import { createDeferQueue, transportLaws } from './transport-laws.ts';

transportLaws('memory transport', () => {
  const { defer, settle } = createDeferQueue();
  return { transport: createMemoryTransport({ defer }), order: 'FifoPerLink', settle };
});

describe('memory transport', () => {
  it('hands over the very object that was sent, frozen', () => {
    const { defer, settle } = createDeferQueue();
    const transport = createMemoryTransport<{ readonly amounts: readonly bigint[] }>({ defer });
    const received: unknown[] = [];
    transport.attach('v1', (_from, message) => received.push(message));
    const message = { amounts: [1n] };
    transport.send('p1', 'v1', message);
    expect(settle()).toEqual([]);
    expect(received[0]).toBe(message);
    expect([message, message.amounts].map(Object.isFrozen)).toEqual([true, true]);
  });

  it('delivers to the node that has the name when the message arrives', () => {
    const { defer, settle } = createDeferQueue();
    const transport = createMemoryTransport<string>({ defer });
    const received: string[] = [];
    const detach = transport.attach('v1', () => received.push('before the crash'));
    transport.send('p1', 'v1', 'hello');
    detach();
    transport.attach('v1', () => received.push('after the restart'));
    expect(settle()).toEqual([]);
    expect(received).toEqual(['after the restart']);
  });
});
