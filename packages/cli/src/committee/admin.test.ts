import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readDevnet } from '../record/read-devnet.ts';
import { createAdmin } from './admin.ts';
import { readCommittees } from './known-committees.ts';

const GENESIS =
  '{"network_id":"fast:localnet","genesis_time_nanos":1,"validators":4,"accounts":[]}';

let server: Server;
afterEach(() => void server.close());

/** Gives the admin interface of a server that gives everybody the same answer. */
async function askerOf(status: number, body: string) {
  server = createServer((_, response) => void response.writeHead(status).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return createAdmin(`http://127.0.0.1:${port}`, undefined);
}

describe('what asks the admin interface of a devnet', () => {
  it('says why nobody answers, in the words of the client', async () => {
    server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}`;
    await expect(createAdmin(url, undefined).get('/genesis')).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: `no answer from ${url}: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  it.each([
    ['that says nothing', () => undefined],
    ['that stops in the middle of its answer', (response: ServerResponse) => response.write('{')],
  ])('does not wait for ever for a server %s', async (_, answer) => {
    server = createServer((_request, response) => void answer(response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    await expect(createAdmin(url, undefined, 20).post('/validators')).rejects.toMatchObject({
      name: 'ClientError',
      code: 'UNREACHABLE',
      message: `no answer from ${url}: it took over 0.02 s`,
    });
  });

  it('says so when a server ends in the middle of its answer', async () => {
    server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = createAdmin(`http://127.0.0.1:${port}`, undefined).get('/genesis');
    await expect(asked).rejects.toMatchObject({
      name: 'ClientError',
      code: 'UNREACHABLE',
      message: expect.stringContaining(`no answer from http://127.0.0.1:${port}: `),
    });
  });

  it.each([
    ['null', 'null', '/genesis'],
    ['{}', '{}', '/genesis'],
    ['{"network_id":"fast:localnet"}', '{}', '/genesis'],
    ['{"network_id":"fast:localnet","genesis_time_nanos":1}', '[]', '/genesis'],
    [GENESIS, '{}', '/committees'],
    [GENESIS, '[{}]', '/committees'],
  ])('neither records nor shows a server that answers %s and %s', async (genesis, others, path) => {
    const answer = (url = '') => (url.endsWith('/genesis') ? genesis : others);
    server = createServer(({ url }, response) => void response.writeHead(200).end(answer(url)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const message = `${path} answers in another form: that is not a devnet, or one of another version`;
    const failure = { name: 'ClientError', code: 'UNREADABLE', message };
    await expect(readDevnet({ url, token: undefined })).rejects.toMatchObject(failure);
    const admin = createAdmin(url, undefined);
    if (path === '/committees') await expect(readCommittees(admin)).rejects.toMatchObject(failure);
  });

  it.each([
    [
      200,
      '<html></html>',
      /_devnet\/v1\/genesis answers with something other than JSON, status 200: that/,
    ],
    [404, '', /answers with something other than JSON, status 404/],
    [500, 'null', /^\/genesis: it does not say why$/],
    [500, '{"error":null}', /^\/genesis: it does not say why$/],
  ])('says that %i %j is no answer of one', async (status, body, message) => {
    const admin = await askerOf(status, body);
    await expect(admin.get('/genesis')).rejects.toThrow(
      expect.objectContaining({
        name: 'ClientError',
        code: 'UNREADABLE',
        status,
        message: expect.stringMatching(message),
      }),
    );
  });
});
