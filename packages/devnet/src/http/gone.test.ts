import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { goneSignal } from './gone.ts';
import { listen } from './listen.ts';

it('is aborted with the connection, for every request that waits on it', async () => {
  const listener = await listen({ role: 'a test', host: '127.0.0.1', port: 0 });
  const app = new Hono();
  const ended: string[] = [];
  let onEnd = (): void => undefined;
  let onBegin = (): void => undefined;
  let begun = 0;
  app.get('/:name', async (context) => {
    const gone = goneSignal(context);
    begun += 1;
    onBegin();
    await once(gone, 'abort');
    ended.push(context.req.param('name'));
    onEnd();
    return context.body(null);
  });
  listener.serve(app.fetch);
  const socket = connect(listener.port, '127.0.0.1');
  const allBegun = new Promise<void>((resolve) => {
    onBegin = () => begun === 20 && resolve();
  });
  const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
  for (const name of names) socket.write(`GET /${name} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await allBegun;
  const allEnded = new Promise<void>((resolve) => {
    onEnd = () => ended.length === 20 && resolve();
  });
  expect(ended).toEqual([]);
  socket.destroy();
  await allEnded;
  expect(ended.toSorted()).toEqual(names.toSorted());
  await listener.close();
});
