import type { Effect, Message } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { createOutgoing, type SendingStep } from './outgoing.ts';

const WRITE: Effect<never> = { type: 'Persist', writes: [] };
const SENT = { type: 'GetPending' } as unknown as Message;
const RESULT = { type: 'EpochStatus', known: 0, served: 0 } as const;
const ANSWER: Message = { type: 'Response', requestId: 'r', result: RESULT };
const SEND: Effect<never> = { type: 'Send', to: 'b', message: SENT };
const REPLY: Effect<never> = { type: 'Reply', to: 'b', requestId: 'r', result: RESULT };

/** A node with a disk of so many batches, all of them durable. */
function withDisk(written: number) {
  const disk = { written, durable: written };
  const outgoing = createOutgoing((node) => (node === 'a' ? disk : undefined));
  const step = (
    effects: SendingStep['observation']['effects'],
    { node = 'a', before = 1, after = 1, isStrict = false } = {},
  ) => outgoing.add({ node, observation: { before, after, effects }, isStrict });
  const lacking = (message: Message, node = 'a') => outgoing.sent(node, message)?.lacking;
  return { disk, step, lacking };
}

describe('what sent-when-durable is told', () => {
  it('V8 counts what was written before a message and is not durable when it leaves', () => {
    const { disk, step, lacking } = withDisk(3);
    step([WRITE, SEND, WRITE, REPLY]);
    disk.written = 5;
    expect(lacking(SENT)).toBe(1);
    disk.durable = 4;
    expect(lacking(ANSWER)).toBe(1);
  });

  it('V8 has a step that writes nothing wait for the writes of earlier steps', () => {
    const { disk, step, lacking } = withDisk(3);
    step([WRITE]);
    disk.written = 4;
    step([SEND]);
    step([REPLY]);
    expect(lacking(SENT)).toBe(1);
    disk.durable = 4;
    expect(lacking(ANSWER)).toBe(0);
  });

  it('V8 has the answer of a validator wait for what its step writes after it', () => {
    for (const isStrict of [true, false]) {
      const { step, lacking } = withDisk(3);
      step([SEND, REPLY, WRITE], { isStrict });
      expect([lacking(SENT), lacking(ANSWER)]).toEqual([0, isStrict ? 1 : 0]);
    }
  });

  it('forgets what was queued when a node starts anew, and passes over what no step has sent', () => {
    const { step, lacking } = withDisk(3);
    step([WRITE, SEND]);
    step([REPLY], { before: 2 });
    expect([lacking(SENT), lacking(ANSWER), lacking(ANSWER)]).toEqual([undefined, 0, undefined]);
  });

  it('passes over a node whose disk is always durable', () => {
    const { step, lacking } = withDisk(3);
    step([WRITE, SEND], { node: 'b' });
    expect(lacking(SENT, 'b')).toBeUndefined();
  });
});
