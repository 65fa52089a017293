import fc from 'fast-check';
import { expect } from 'vitest';
import type { Packet } from './traffic.ts';
import {
  attachAll,
  attachNote,
  byLink,
  bySequence,
  messages,
  nodes,
  sendPacket,
  traffic,
} from './traffic.ts';
import type { LawMessage } from './transport-under-test.ts';
import { transportLaw } from './transport-under-test.ts';

const deliversOnce = transportLaw(
  'every message arrives once, with its sender, at its receiver alone',
  traffic,
  async ({ transport, settle }, packets) => {
    const received: Packet[] = [];
    attachAll(transport, received);
    for (const packet of packets) sendPacket(transport, packet);
    expect(await settle()).toEqual([]);
    expect(bySequence(received)).toEqual(packets);
  },
);

const isFifo = transportLaw(
  'a link that promises order keeps it',
  traffic,
  async ({ transport, settle, order }, packets) => {
    if (order === 'Any') return;
    const received: Packet[] = [];
    attachAll(transport, received);
    for (const packet of packets) sendPacket(transport, packet);
    await settle();
    expect(byLink(received)).toEqual(byLink(packets));
  },
);

const defers = transportLaw(
  'send never delivers inside the call, not even an answer',
  fc.record({ node: nodes, message: messages }),
  async ({ transport, settle }, { node, message }) => {
    const events: string[] = [];
    transport.attach(node, () => {
      events.push('asked');
      transport.send(node, 'asker', message);
      events.push('answered');
    });
    transport.attach('asker', () => events.push('heard'));
    transport.send('asker', node, message);
    events.push('sent');
    await settle();
    expect(events).toEqual(['sent', 'asked', 'answered', 'heard']);
  },
);

const protectsMessages = transportLaw(
  'a sender cannot change a message that it has sent',
  fc.record({ node: nodes, message: messages }),
  async ({ transport, settle }, { node, message }) => {
    const received: Packet[] = [];
    const sent = structuredClone(message);
    attachNote(transport, node, received);
    transport.send('sender', node, sent);
    tamper(sent);
    await settle();
    expect(received).toEqual([{ from: 'sender', to: node, message }]);
  },
);

/** Changes a message at every depth where it can be changed. */
function tamper(message: LawMessage): void {
  Reflect.set(message, 'sequence', -1);
  for (const part of message.parts) Reflect.set(part, 'text', 'tampered');
  Reflect.set(message.parts, message.parts.length, { text: 'added' });
}

const survivesThrows = transportLaw(
  'a receiver that throws stops no other delivery, and what it threw surfaces',
  traffic,
  async ({ transport, settle }, packets) => {
    const received: Packet[] = [];
    const failures: unknown[] = [];
    attachNote(transport, 'v1', received);
    attachNote(transport, 'v2', received);
    transport.attach('p1', (_from, { sequence }) => {
      const failure = new Error(`p1 failed at ${sequence}`);
      failures.push(failure);
      throw failure;
    });
    for (const packet of packets) sendPacket(transport, packet);
    expect(await settle()).toEqual(failures);
    expect(failures).toHaveLength(packets.filter(({ to }) => to === 'p1').length);
    expect(bySequence(received)).toEqual(packets.filter(({ to }) => to !== 'p1'));
  },
);

/** The laws of `send`. */
export const deliveryLaws = [
  deliversOnce,
  isFifo,
  defers,
  protectsMessages,
  survivesThrows,
] as const;
