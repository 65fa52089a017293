import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { answerRequests } from './answer-requests.ts';

/** Answers the requests of a process that a test stands for. */
function createAnswering(handle: (request: unknown) => unknown) {
  const own = Object.assign(new EventEmitter(), { send: vi.fn(), exit: vi.fn() });
  answerRequests(handle, own as unknown as NodeJS.Process);
  return own;
}

it.each([
  ['what it came to', () => 5n, { type: 'Done', outcome: 5n }],
  [
    'what it threw, with its code',
    () => Promise.reject(Object.assign(new Error('lost'), { code: 'ThreadLost', stack: 'at 5' })),
    { type: 'Threw', stack: 'at 5', code: 'ThreadLost' },
  ],
])('answers with %s', async (_, handle, expected) => {
  const own = createAnswering(handle);
  own.emit('message', {});
  await vi.waitUntil(() => own.send.mock.calls.length > 0);
  expect(own.send.mock.calls[0]?.[0]).toEqual(expected);
});

it('leaves Ctrl-C to the process that started it, and ends with that', () => {
  const own = createAnswering(() => undefined);
  expect([own.emit('SIGINT'), own.exit.mock.calls.length]).toEqual([true, 0]);
  own.emit('disconnect');
  expect(own.exit).toHaveBeenCalledOnce();
});
