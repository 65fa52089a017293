import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { GroupedResponse } from './grouped-response.ts';

it('answers that became ready in one turn leave in one go when it ends, whole and in order', async () => {
  const server = createServer({ ServerResponse: GroupedResponse });
  const waiting: ServerResponse[] = [];
  const left: string[] = [];
  const haveLeft = new Promise<void>((resolve) => {
    server.on('request', ({ url = '' }, response) => {
      response.on('prefinish', () => left.push(url));
      if (waiting.push(response) < 2) return;
      for (const each of waiting) each.writeHead(200, { 'x-of': url }).end(`for ${each.req.url}`);
      expect(left).toEqual([]);
      setImmediate(resolve);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answers = ['/a', '/b'].map(async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return answer.text();
  });
  await haveLeft;
  expect(left).toEqual(waiting.map(({ req }) => req.url));
  expect(await Promise.all(answers)).toEqual(['for /a', 'for /b']);
  server.closeAllConnections();
  server.close();
});
