import fc from 'fast-check';
import { expect } from 'vitest';
import { TransportError } from '../transport.ts';
import type { Packet } from './traffic.ts';
import { attachNote, bySequence, messages, nodes, sendPacket, traffic } from './traffic.ts';
import { transportLaw } from './transport-under-test.ts';

const refusesTakenNames = transportLaw(
  'a name that is taken is refused, and its holder keeps receiving',
  fc.record({ node: nodes, message: messages }),
  async ({ transport, settle }, { node, message }) => {
    const first: Packet[] = [];
    const second: Packet[] = [];
    attachNote(transport, node, first);
    const thrown = thrownBy(() => attachNote(transport, node, second));
    expect(thrown).toBeInstanceOf(TransportError);
    expect(thrown).toMatchObject({ code: 'NameTaken', node });
    transport.send('sender', node, message);
    await settle();
    expect({ first, second }).toEqual({
      first: [{ from: 'sender', to: node, message }],
      second: [],
    });
  },
);

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

const losesWhenDetached = transportLaw(
  'a detached node receives nothing, not even what was under way',
  fc.record({ underWay: traffic, late: traffic }),
  async ({ transport, settle }, { underWay, late }) => {
    const lost: Packet[] = [];
    const received: Packet[] = [];
    const detach = attachNote(transport, 'v1', lost);
    attachNote(transport, 'v2', received);
    for (const packet of underWay) sendPacket(transport, packet);
    detach();
    expect(await settle()).toEqual([]);
    expect(bySequence(received)).toEqual(underWay.filter(({ to }) => to === 'v2'));
    for (const packet of late) sendPacket(transport, packet);
    expect(await settle()).toEqual([]);
    expect(lost).toEqual([]);
  },
);

const attachesAgain = transportLaw(
  'a node that attached again receives, and its old attachment does not',
  fc.record({ node: nodes, message: messages, detaches: fc.integer({ min: 1, max: 3 }) }),
  async ({ transport, settle }, { node, message, detaches }) => {
    const before: Packet[] = [];
    const after: Packet[] = [];
    const detach = attachNote(transport, node, before);
    for (let count = 0; count < detaches; count += 1) detach();
    attachNote(transport, node, after);
    transport.send('sender', node, message);
    await settle();
    expect({ before, after }).toEqual({
      before: [],
      after: [{ from: 'sender', to: node, message }],
    });
  },
);

const ignoresStaleDetach = transportLaw(
  'detaching again does not touch a later attachment',
  fc.record({ node: nodes, message: messages }),
  async ({ transport, settle }, { node, message }) => {
    const received: Packet[] = [];
    const detach = attachNote(transport, node, []);
    detach();
    attachNote(transport, node, received);
    detach();
    transport.send('sender', node, message);
    await settle();
    expect(received).toEqual([{ from: 'sender', to: node, message }]);
  },
);

const losesToUnknown = transportLaw(
  'a message to a node that nobody attached is lost without an error',
  fc.record({ node: nodes, message: messages }),
  async ({ transport, settle }, { node, message }) => {
    transport.send('sender', node, message);
    expect(await settle()).toEqual([]);
  },
);

/** The laws of `attach`. */
export const attachmentLaws = [
  refusesTakenNames,
  losesWhenDetached,
  attachesAgain,
  ignoresStaleDetach,
  losesToUnknown,
] as const;
