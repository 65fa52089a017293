import { type IncomingHttpHeaders, request } from 'node:http';
import type { Context } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import { BODY_MAX } from '../serve-validator.ts';
import { createGuard, isLoopback } from './guard.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

function contextOf(host: string, method = 'GET', headers: Record<string, string> = {}): Context {
  const socket = { remoteAddress: '10.0.0.2', localAddress: '10.0.0.1' };
  const header = (name: string) => ({ ...headers, host })[name];
  const req = { method, header };
  return { req, env: { incoming: { socket } } } as unknown as Context;
}

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Sends with headers that `fetch` would not let anybody choose. */
function ask({ url, method = 'POST', headers = {}, body = '' }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // On a connection of its own, so that nobody listens to one on behalf of an earlier request.
    const sending = request(url, { method, headers, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sending.on('error', reject);
    // Who refuses a large body may close before all of it is written, and after having answered.
    sending.on('socket', (socket) => socket.on('error', reject));
    sending.end(body);
  });
}

async function send(sent: Sent): Promise<number> {
  return (await ask(sent)).status;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function everyListener(): readonly string[] {
  return [`${devnet.rest}/v1/tokens`, devnet.proxyRpc, ...devnet.validators.map(({ rpc }) => rpc)];
}

describe('createGuard', () => {
  it.each([
    ['Box.Local', [], 'box.local:7400'],
    ['FD00:0:0:0:0:0:0:1', [], '[fd00::1]:7400'],
    ['0.0.0.0', ['Box.Local'], 'box.local:7400'],
    ['::', ['[FD00:0::1]'], '[fd00::1]:7400'],
  ])('knows %s %j by the name that callers write in a URL: %s', (host, allowHosts, asked) => {
    const guard = createGuard({ host, allowHosts, bodyMax: 1, now: () => 0 });
    expect(guard.check(contextOf(asked))).toBeUndefined();
    expect(guard.check(contextOf('evil.example'))).toMatchObject({ status: 403 });
  });
});

it('createGuard takes a body of as many bytes as there may be, and no more', () => {
  const guard = createGuard({ host: '10.0.0.1', bodyMax: 9, now: () => 0 });
  const check = (length: string) =>
    guard.check(contextOf('10.0.0.1', 'POST', { ...JSON_TYPE, 'content-length': length }));
  expect(check('9')).toBeUndefined();
  expect(check('10')).toMatchObject({ status: 413 });
});

it('createGuard counts each call of a batch as a request', () => {
  const guard = createGuard({ host: '10.0.0.1', bodyMax: 9, now: () => 0 });
  const context = contextOf('10.0.0.1');
  const hundred = JSON.stringify(Array(100).fill({}));
  // Of 200 at once: the batch, its calls but one, and so again.
  for (let batch = 0; batch < 2; batch += 1) {
    expect(guard.check(context)).toBeUndefined();
    expect(guard.chargeBatch(context, hundred)).toBeUndefined();
  }
  expect(guard.check(context)).toMatchObject({ status: 429 });
});

describe('isLoopback', () => {
  it.each([
    ['LocalHost', true],
    ['0:0:0:0:0:0:0:1', true],
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
  it('refuses a target that names another host, and takes one that names its own', async () => {
    for (const url of everyListener()) {
      const { hostname, port, host, pathname } = new URL(url);
      const target = async (at: string) => {
        const asked = { hostname, port, path: `http://${at}${pathname}`, headers: { host } };
        return new Promise((resolve, reject) => {
          const sending = request(asked, (response) => {
            response.resume();
            resolve(response.statusCode);
          });
          sending.on('error', reject).end();
        });
      };
      expect(await target(`evil.example:${port}`)).toBe(403);
      expect(await target(`LOCALHOST:${port}`)).not.toBe(403);
    }
  });

  it('refuses an unknown Host, so that no name pointed at it lets a page in', async () => {
    for (const url of everyListener()) {
      const headers = { ...JSON_TYPE, host: 'evil.example', 'content-length': '2' };
      expect(await send({ url, headers, body: '{}' })).toBe(403);
    }
    const headers = { host: 'evil.example' };
    for (const url of everyListener()) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND']) {
        expect(await send({ url, method, headers }), `${method} ${url}`).toBe(403);
      }
    }
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
    'of JSON-RPC says of %s, and to OPTIONS, that it takes POST',
    async (method) => {
      for (const url of everyListener().slice(1)) {
        for (const path of ['', '/any/path']) {
          const { status, headers } = await ask({ url: `${url}${path}`, method });
          expect(status).toBe(405);
          expect(headers.allow).toBe('POST, OPTIONS');
          const options = await ask({ url: `${url}${path}`, method: 'OPTIONS' });
          expect(options).toMatchObject({ status: 204, headers: { allow: 'POST, OPTIONS' } });
        }
      }
    },
  );

  it.each([
    ['/v1/tokens', 'GET, HEAD, OPTIONS', 'GET'],
    ['/v1/accounts/x/certificates', 'GET, HEAD, OPTIONS', 'GET'],
    ['/v1/submit-transaction', 'POST, OPTIONS', 'POST'],
    ['/explorer/transfers', 'GET, HEAD, OPTIONS', 'GET'],
    ['/healthz', 'GET, HEAD, OPTIONS', 'GET'],
    ['/api/pay/send', 'POST, OPTIONS', 'POST'],
    ['/_devnet/v1/faults', 'GET, HEAD, POST, DELETE, OPTIONS', 'GET or POST or DELETE'],
    ['/_devnet/v1/faults/f1', 'DELETE, OPTIONS', 'DELETE'],
  ])('of the gateway says at %s what it takes there: %s', async (path, allow, words) => {
    const url = `${devnet.rest}${path}`;
    const taken = allow.split(', ');
    expect(await ask({ url, method: 'OPTIONS' })).toMatchObject({
      status: 204,
      headers: { allow },
    });
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (taken.includes(method)) continue;
      const { status, headers } = await ask({ url, method, headers: JSON_TYPE });
      expect([method, status, headers.allow]).toEqual([method, 405, allow]);
    }
    const refusal = await fetch(url, { method: 'PATCH' });
    expect(await refusal.text()).toContain(`method: expected ${words}`);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('knows %s as its own name', async (name) => {
    for (const url of everyListener()) {
      const host = `${name}:${new URL(url).port}`;
      expect(await send({ url, method: 'OPTIONS', headers: { host } })).toBeLessThan(300);
    }
  });

  it('takes no body but JSON, and of a length that is bounded', async () => {
    for (const url of [devnet.proxyRpc, `${devnet.rest}/v1/faucet-drip`]) {
      const status = (headers: Record<string, string>, body = '{}') => send({ url, headers, body });
      expect(await status({ 'content-type': 'text/plain', 'content-length': '2' })).toBe(415);
      expect(await status({ 'content-length': '2' })).toBe(415);
      const large = ' '.repeat(4 * 1024 * 1024 + 1);
      expect(await status({ ...JSON_TYPE, 'content-length': String(large.length) }, large)).toBe(
        413,
      );
    }
  });

  it.each([
    ['; charset=utf-8', false],
    [';charset="UTF-8"', false],
    ['; q=1 ; Charset = utf8', false],
    ['; charset=us-ascii', false],
    ['; charset=utf-16', true],
    [';charset="utf-16le"', true],
    ['; charset=ISO-8859-1', true],
    ['; charset=', true],
  ])('reads bodies as UTF-8, and so says of application/json%s: %s', async (more, isRefused) => {
    for (const url of [devnet.proxyRpc, `${devnet.rest}/v1/faucet-drip`]) {
      const headers = { 'content-type': `application/json${more}`, 'content-length': '2' };
      expect((await send({ url, headers, body: '{}' })) === 415, url).toBe(isRefused);
    }
  });

  it.each([
    ['gzip', true],
    [' Identity ', false],
    ['', false],
  ])(
    'says of a body under the content-encoding "%s" that it is not read: %s',
    async (coding, isRefused) => {
      for (const url of [devnet.proxyRpc, `${devnet.rest}/v1/faucet-drip`]) {
        const headers = { ...JSON_TYPE, 'content-encoding': coding, 'content-length': '2' };
        expect((await send({ url, headers, body: '{}' })) === 415, url).toBe(isRefused);
      }
    },
  );

  it('lets pages of this machine read answers, and no others', async () => {
    const allowed = async (url: string, origin: string) =>
      (await fetch(url, { headers: { origin } })).headers.get('access-control-allow-origin');
    const url = `${devnet.rest}/v1/tokens`;
    expect(await allowed(url, 'http://localhost:3000')).toBe('http://localhost:3000');
    expect(await allowed(url, 'https://evil.example')).toBeNull();
    expect(await allowed(url, 'http://localhost.evil.example')).toBeNull();
    expect(await allowed(url, 'http://evil-localhost')).toBeNull();
    expect(await allowed(url, 'null')).toBeNull();
    expect(await allowed(url, 'https://localhost.')).toBeNull();
    for (const own of [
      'http://app.localhost:3000',
      'chrome-extension://abc',
      'moz-extension://abc',
    ]) {
      expect(await allowed(url, own)).toBe(own);
    }
    const { headers } = await fetch(url, { headers: { origin: 'http://localhost:3000' } });
    expect(headers.get('access-control-expose-headers')).toBe('retry-after');
    // Or a cache may hand the answer for one page to another.
    expect(headers.get('vary')).toBe('origin');
  });

  it.each([
    ['a type that is not JSON', 415, { 'content-type': 'text/plain' }, '{}'],
    ['a body that is too large', 413, JSON_TYPE, ' '.repeat(BODY_MAX + 1)],
    ['an unknown Host', 403, { ...JSON_TYPE, host: 'evil.example' }, '{}'],
  ])(
    'lets pages of this machine read why it refuses %s, where anything is for them',
    async (_, status, spoilt, body) => {
      const { rest, proxyRpc } = devnet;
      const length = { 'content-length': String(body.length) };
      const mayRead = async (url: string, origin: string): Promise<string | undefined> => {
        const headers = { ...spoilt, ...length, origin };
        const answered = await ask({ url, headers, body });
        expect(answered.status, url).toBe(status);
        return answered.headers['access-control-allow-origin'];
      };
      const page = 'http://localhost:3000';
      for (const url of [`${rest}/v1/submit-transaction`, `${rest}/v1/nothing`, proxyRpc]) {
        expect(await mayRead(url, page), url).toBe(status === 403 ? undefined : page);
        expect(await mayRead(url, 'https://evil.example'), url).toBeUndefined();
      }
      for (const path of ['/api/pay/send', '/_devnet/v1/snapshots', '/']) {
        expect(await mayRead(`${rest}${path}`, page), path).toBeUndefined();
      }
    },
  );
});
