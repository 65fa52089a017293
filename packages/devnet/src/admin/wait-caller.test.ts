import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { type AdminAppOptions, createAdminApp } from './admin-app.ts';
import { createTraces } from './traces.ts';

it('a wait ends with its caller, long before its time', async () => {
  const app = createAdminApp({
    guard: () => undefined,
    onUnforeseen: () => undefined,
    closing: new AbortController().signal,
    traces: createTraces(() => 0n),
    seating: { running: () => ({ epoch: 0, members: [] }) },
  } as unknown as AdminAppOptions);
  const socket = new EventEmitter();
  const body = JSON.stringify({ idleMs: 120_000, timeoutMs: 120_000 });
  const asked = app.request('/_devnet/v1/wait', { method: 'POST', body }, { incoming: { socket } });
  while (socket.listenerCount('close') === 0) await new Promise(setImmediate);
  socket.emit('close');
  await asked;
  expect(socket.listenerCount('close')).toBe(0);
});
