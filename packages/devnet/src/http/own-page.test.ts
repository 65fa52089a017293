import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';

const running: Devnet[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

async function start(options: DevnetOptions): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, token: 'secret', validators: 1, ...options });
  running.push(devnet);
  return devnet;
}

interface Asked {
  readonly path: string;
  /** Where the page comes from that asks; its own by default. */
  readonly origin?: string;
  readonly body?: object;
}

/** Asks as a page does that was opened under a name. */
async function ask({ rest }: Devnet, name: string, asked: Asked) {
  const { port } = new URL(rest);
  const { path, body, origin = `http://${name}:${port}` } = asked;
  const headers = {
    host: `${name}:${port}`,
    origin,
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  };
  const method = body === undefined ? 'GET' : 'POST';
  const place = { host: '127.0.0.1', port, path };
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sending = request({ ...place, method, headers }, async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode, text });
    });
    sending.on('error', reject);
    sending.end(body && JSON.stringify(body));
  });
}

const everywhere: DevnetOptions = { host: '0.0.0.0', allowHosts: ['devnet.example'] };

describe.each([
  ['127.0.0.1', {}],
  ['localhost', {}],
  ['127.0.0.1', everywhere],
  ['devnet.example', everywhere],
])('a page of the devnet itself, opened as %s with %j', (name, options) => {
  it('may control it, and no page besides', async () => {
    const devnet = await start(options);
    const { port } = new URL(devnet.rest);
    const path = '/_devnet/v1/committee';
    expect((await ask(devnet, name, { path })).status).toBe(200);
    for (const origin of [`http://${name}:1`, `http://evil.example:${port}`, 'null']) {
      expect((await ask(devnet, name, { path, origin })).status).toBe(403);
    }
  });

  it('reads of places that it reaches under that name', async () => {
    const devnet = await start(options);
    const url = `http://${name}:${new URL(devnet.rest).port}`;
    const described = await ask(devnet, name, { path: '/openapi.json' });
    expect(JSON.parse(described.text)).toMatchObject({ servers: [{ url }] });
    const body = { to: '07'.repeat(32), amount: '1', chain: 'fast' };
    const paid = await ask(devnet, name, { path: '/api/pay/send', body });
    const explorerUrl = expect.stringContaining(`${url}/txs/0x`);
    expect(JSON.parse(paid.text)).toMatchObject({ result: { explorerUrl } });
  });
});
