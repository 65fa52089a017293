import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import { isLoopback } from './guard.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends with headers that `fetch` would not let anybody choose. */
function send({ url, method = 'POST', headers = {}, body = '' }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function everyListener(): readonly string[] {
  return [`${devnet.rest}/v1/tokens`, devnet.proxyRpc, ...devnet.validators.map(({ rpc }) => rpc)];
}

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['localhost', true],
    ['127.0.0.1.evil.example', false],
    ['0.0.0.0', false],
    ['::', false],
    ['', false],
  ])('says of %s: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});

describe('every listener', () => {
  it('refuses an unknown Host, so that no name pointed at it lets a page in', async () => {
    for (const url of everyListener()) {
      const headers = { ...JSON_TYPE, host: 'evil.example', 'content-length': '2' };
      expect(await send({ url, headers, body: '{}' })).toBe(403);
    }
    for (const url of everyListener()) {
      const headers = { host: 'evil.example' };
      expect(await send({ url, method: 'OPTIONS', headers })).toBe(403);
    }
    const get = { url: `${devnet.rest}/v1/tokens`, method: 'GET' };
    expect(await send({ ...get, headers: { host: 'evil.example' } })).toBe(403);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('knows %s as its own name', async (name) => {
    for (const url of everyListener()) {
      const host = `${name}:${new URL(url).port}`;
      expect(await send({ url, method: 'OPTIONS', headers: { host } })).toBeLessThan(300);
    }
  });

  it('takes no body but JSON, and of a length that is stated and bounded', async () => {
    for (const url of [devnet.proxyRpc, `${devnet.rest}/v1/faucet-drip`]) {
      const status = (headers: Record<string, string>, body = '{}') => send({ url, headers, body });
      expect(await status({ 'content-type': 'text/plain', 'content-length': '2' })).toBe(415);
      expect(await status({ 'content-length': '2' })).toBe(415);
      expect(await status({ ...JSON_TYPE, 'transfer-encoding': 'chunked' })).toBe(411);
      const large = ' '.repeat(4 * 1024 * 1024 + 1);
      expect(await status({ ...JSON_TYPE, 'content-length': String(large.length) }, large)).toBe(
        413,
      );
    }
  });

  it('lets pages of this machine read answers, and no others', async () => {
    const allowed = async (url: string, origin: string) =>
      (await fetch(url, { headers: { origin } })).headers.get('access-control-allow-origin');
    const url = `${devnet.rest}/v1/tokens`;
    expect(await allowed(url, 'http://localhost:3000')).toBe('http://localhost:3000');
    expect(await allowed(url, 'https://evil.example')).toBeNull();
    expect(await allowed(url, 'http://localhost.evil.example')).toBeNull();
    expect(await allowed(url, 'null')).toBeNull();
  });
});
