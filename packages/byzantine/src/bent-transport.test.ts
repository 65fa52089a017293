import type { Message } from '@quorate/core';
import { createMemoryTransport } from '@quorate/transport';
import { describe, expect, it } from 'vitest';
import { createBentTransport } from './bent-transport.ts';

const ADDRESS = 'ab'.repeat(32);

/** A node that answers at once or, if it is slow, when it is told to. */
function scene({ isSlow = false, remembers = 10 } = {}) {
  const transport = createMemoryTransport<Message>({ defer: (deliver) => deliver() });
  const bent = createBentTransport({
    name: 'v1',
    transport,
    onArrival: () => undefined,
    remembers,
  });
  const answers: Message[] = [];
  const late: (() => void)[] = [];
  transport.attach('p1', (_from, message) => void answers.push(message));
  bent.port.attach('v1', (from, { requestId }) => {
    const result = { type: 'TokenInfo', tokens: [] } as const;
    const answer = () => bent.port.send('v1', from, { type: 'Response', requestId, result });
    if (isSlow) late.push(answer);
    else answer();
  });
  const ask = (requestId: string) =>
    transport.send('p1', 'v1', { type: 'GetPending', requestId, address: ADDRESS } as Message);
  const answerAll = () => {
    for (const answer of late) answer();
  };
  return { bent, answers, ask, answerAll };
}

describe('a bent transport', () => {
  it('is straight without acts, and again after the last one has ended', () => {
    const { bent, answers, ask } = scene();
    ask('before');
    bent.bend([{ say: () => [] }]);
    ask('meanwhile');
    bent.bend([]);
    ask('after');
    expect(answers.map(({ requestId }) => requestId)).toEqual(['before', 'after']);
  });

  it('tells acts the request of an answer, unless it came before the first act', () => {
    const { bent, ask, answerAll } = scene({ isSlow: true });
    const asked: (string | undefined)[] = [];
    ask('early');
    bent.bend([
      {
        say: (said) => {
          asked.push(said.asked?.requestId);
          return [said];
        },
      },
    ]);
    ask('late');
    answerAll();
    expect(asked).toEqual([undefined, 'late']);
  });

  it('remembers only so many requests that are not answered', () => {
    const { bent, ask, answerAll } = scene({ isSlow: true });
    let known = 0;
    bent.bend([
      {
        say: (said) => {
          if (said.asked !== undefined) known += 1;
          return [said];
        },
      },
    ]);
    for (let count = 0; count < 15; count += 1) ask(`request-${count}`);
    answerAll();
    expect(known).toBe(10);
  });
});
