import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import { BODY_MAX } from '../serve-validator.ts';
import { createGuard } from './guard.ts';
import { type Listener, listen } from './listen.ts';
import { createRpcApp } from './rpc-app.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

const open: Listener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

/** Streams a text in pieces, and so in chunks. */
function post(url: string, text: string, pieceLength: number): Promise<Response> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceLength));
      at += pieceLength;
    },
  });
  const headers = { 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
}

const HEAD =
  'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n' +
  'transfer-encoding: chunked\r\n\r\n';

async function knock(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Resolves with everything that came, once the server has closed the connection. */
async function allOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += String(data);
  });
  // `once` would fail where the connection is reset, which is one way to break it off.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('a body in chunks', () => {
  it.each([
    ['of one byte each', 1],
    ['that part its characters', 3],
    ['that is but one', 4096],
  ])('%s is read by every listener', async (_, pieceLength) => {
    const call = JSON.stringify({ jsonrpc: '2.0', id: 'é€😀', method: 'rpc.discover' });
    for (const url of [devnet.proxyRpc, devnet.validators[0]?.rpc ?? '']) {
      const answer = await post(url, call, pieceLength);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ id: 'é€😀', result: {} });
    }
    const drip = JSON.stringify({ recipient: '11'.repeat(32), amount: '1' });
    const given = await post(`${devnet.rest}/v1/faucet-drip`, drip, pieceLength);
    expect(given.status).toBe(200);
    const snapshot = JSON.stringify({ name: `chunks-${pieceLength}` });
    const taken = await post(`${devnet.rest}/_devnet/v1/snapshots`, snapshot, pieceLength);
    expect(await taken.json()).toEqual({ name: `chunks-${pieceLength}` });
  });

  it('may be as large as one whose length is stated, and no larger', async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}';
    const largest = await post(devnet.proxyRpc, call.padEnd(BODY_MAX), 65_536);
    expect(await largest.json()).toMatchObject({ id: 1, result: {} });
    for (const [url, error] of [
      [devnet.proxyRpc, { code: -32600 }],
      [`${devnet.rest}/v1/faucet-drip`, { code: 'INVALID_REQUEST' }],
      [`${devnet.rest}/api/pay/send`, expect.stringContaining('at most')],
    ] as const) {
      const answer = await post(url, call.padEnd(BODY_MAX + 1), 65_536);
      expect(answer.status, url).toBe(413);
      expect(await answer.json(), url).toMatchObject({ error });
    }
  });

  it('that never ends is refused, and its connection broken off', async () => {
    const socket = await knock(devnet.proxyRpc);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const send = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', send);
    socket.write(HEAD);
    send();
    const text = await allOf(socket);
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(text).toContain('at most 4194304 bytes');
    // What is broken off has ended for the server, too.
    expect((await fetch(`${devnet.rest}/healthz`)).status).toBe(200);
  });

  it.each([
    ['is broken off by its sender', '1\r\n{\r\n', 'end'],
    ['is not one of chunks', 'zz\r\n', 'write'],
  ] as const)('that %s is nothing that nobody foresaw', async (_, sent, how) => {
    const { listener, unforeseen } = await serve({});
    const socket = await knock(listener.url);
    socket.write(HEAD);
    socket[how](sent);
    expect(await allOf(socket)).toMatch(/^(HTTP\/1.1 400 |$)/);
    expect(unforeseen).toEqual([]);
  });

  it('that stops midway is broken off in time', async () => {
    const { listener } = await serve({ patience: 200 });
    const socket = await knock(listener.url);
    socket.write(`${HEAD}1\r\n{\r\n`);
    expect(await allOf(socket)).toMatch(/^(HTTP\/1.1 408 |$)/);
  });
});

/** Serves no methods, and gives the unforeseen errors. */
async function serve({ patience }: { readonly patience?: number }) {
  const unforeseen: unknown[] = [];
  const given = patience === undefined ? {} : { patience };
  const listener = await listen({ role: 'a test', host: '127.0.0.1', port: 0, ...given });
  open.push(listener);
  const now = () => 0;
  const guard = createGuard({ host: '127.0.0.1', bodyMax: BODY_MAX, now });
  const onUnforeseen = (failure: unknown) => void unforeseen.push(failure);
  listener.serve(createRpcApp({ methods: {}, guard, onUnforeseen }).fetch);
  return { listener, unforeseen };
}
