import { StoreError } from '@quorate/storage';
import { expect, it } from 'vitest';
import { ListenError } from '../http/listen.ts';
import { DevnetError } from '../options.ts';
import { createAdminRoutes } from './admin-routes.ts';

const OPTIONS = {
  guard: () => undefined,
  onUnforeseen: () => undefined,
  closing: new AbortController().signal,
};

it('answers whoever waits for something that takes longer than the devnet lasts', async () => {
  const ending = new AbortController();
  const routes = createAdminRoutes({ ...OPTIONS, closing: ending.signal });
  routes.act('/it', () => new Promise(() => undefined));
  const asked = routes.app.request('/_devnet/v1/it', { method: 'POST' });
  await new Promise(setImmediate);
  ending.abort();
  const answer = await asked;
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: { code: 'SERVICE_UNAVAILABLE', message: 'the devnet closed before this had ended' } },
  ]);
});

it.each([
  [new DevnetError('DiskFull', 'the disk is full'), 'DiskFull', 'the disk is full'],
  [
    new StoreError('the store is closed', { code: 'Closed', retryable: false }),
    'SERVICE_UNAVAILABLE',
    'the devnet closes',
    503,
  ],
  [new StoreError('EIO', { code: 'FlushFailed', retryable: true }), 'NotWritable', 'EIO'],
  [
    new ListenError({ role: 'v5', host: '127.0.0.1', port: 7 }, 'EADDRINUSE'),
    'EADDRINUSE',
    expect.stringContaining('v5 cannot listen on 127.0.0.1:7'),
  ],
])('tells callers what the machine prevents: %s', async (failure, code, message, status = 400) => {
  const unforeseen: unknown[] = [];
  const routes = createAdminRoutes({ ...OPTIONS, onUnforeseen: (each) => unforeseen.push(each) });
  routes.get('/it', () => {
    throw failure;
  });
  const answer = await routes.app.request('/_devnet/v1/it');
  expect([answer.status, await answer.json()]).toEqual([status, { error: { code, message } }]);
  expect(unforeseen).toEqual([]);
});

it('tells a caller that puts a query on a DELETE what to do, whatever it deletes', async () => {
  const routes = createAdminRoutes(OPTIONS);
  routes.delete('/snapshots/:name', () => ({}));
  const answer = await routes.app.request('/_devnet/v1/snapshots/s1?name=s2', { method: 'DELETE' });
  const message = expect.stringMatching(/^query: expected none, .*DELETE \/snapshots\/s1$/);
  expect(await answer.json()).toEqual({ error: { code: 'INVALID_REQUEST', message } });
});
