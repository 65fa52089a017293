import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';

const running: Devnet[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

async function start(options: DevnetOptions): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, host: '0.0.0.0', ...options });
  running.push(devnet);
  return devnet;
}

interface Answer {
  readonly status: number;
  /** The page that may read it. */
  readonly allowed: string | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** A page of this machine. */
const PAGE = 'http://localhost:3000';

/** Posts as somebody on another machine would: between two different addresses. */
function post(port: string, body: unknown, host = '127.0.0.1', path = '/'): Promise<Answer> {
  const text = JSON.stringify(body);
  const headers = {
    host: `${host}:${port}`,
    'content-type': 'application/json',
    origin: PAGE,
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const from = { host: '127.0.0.1', localAddress: '127.0.0.2' };
    const sending = request({ ...from, port, path, method: 'POST', headers }, async (response) => {
      let received = '';
      for await (const chunk of response) received += chunk;
      const retryAfter = response.headers['retry-after'];
      const allowed = response.headers['access-control-allow-origin'];
      resolve({ status: response.statusCode ?? 0, allowed, retryAfter, body: received });
    });
    sending.on('error', reject);
    sending.end(text);
  });
}

const CALL = { jsonrpc: '2.0', id: 1, method: 'proxy_getTokenInfo', params: { token_ids: [] } };
const portOf = (url: string): string => new URL(url).port;

describe('a devnet bound to every address', () => {
  it('counts each call of a batch, and says when to come again', async () => {
    const { proxyRpc } = await start({});
    const batch = Array(100).fill(CALL);
    const answers: Answer[] = [];
    // Two hundred calls at once and fifty a second: the third batch comes much too early.
    for (let count = 0; count < 5; count += 1) answers.push(await post(portOf(proxyRpc), batch));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers[0]?.status).toBe(200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { retryAfter, body } of refused) {
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(JSON.parse(body)).toMatchObject({ error: { code: -32003 } });
    }
  });

  it.each([
    ['/v1/faucet-drip', expect.objectContaining({ code: 'IP_RATE_LIMITED' }), PAGE],
    ['/explorer/transfers', expect.objectContaining({ code: 'IP_RATE_LIMITED' }), PAGE],
    ['/api/pay/send', expect.stringContaining('too many requests'), undefined],
  ])('says at %s, too, when to come again', async (path, error, allowed) => {
    const { rest } = await start({});
    const ask = () => post(portOf(rest), {}, '127.0.0.1', path);
    let refused: Answer | undefined;
    // A machine that takes longer than four seconds for so many leaves time for all of them.
    while (refused === undefined) {
      const answers = await Promise.all(Array.from({ length: 400 }, ask));
      refused = answers.find(({ status }) => status === 429);
    }
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({ error });
    expect(refused.allowed).toBe(allowed);
  });

  it('is reached by the names that it was given, and by no others', async () => {
    const { proxyRpc } = await start({ allowHosts: ['Devnet.example', '192.168.1.5'] });
    const port = portOf(proxyRpc);
    for (const name of ['devnet.example', '192.168.1.5', 'localhost']) {
      expect((await post(port, CALL, name)).status).toBe(200);
    }
    expect((await post(port, CALL, 'evil.example')).status).toBe(403);
  });

  it('refuses an invalid name', async () => {
    await expect(start({ allowHosts: ['http://x'] })).rejects.toThrow('allowHosts');
  });
});
