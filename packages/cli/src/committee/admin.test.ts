import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readDevnet } from '../record/read-devnet.ts';
import { CommandError } from '../wallet/command-error.ts';
import { createAdmin } from './admin.ts';

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

  it('records no server that answers JSON of another form', async () => {
    server = createServer((_, response) => void response.writeHead(200).end('{}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const read = readDevnet({ url: `http://127.0.0.1:${port}`, token: undefined });
    await expect(read).rejects.toThrow(CommandError);
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
