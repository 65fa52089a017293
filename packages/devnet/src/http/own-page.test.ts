import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';

const running: Devnet[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

/** Asks for the committee as a page does; gives the status of the answer. */
function ask({ rest }: Devnet, name: string, origin: string): Promise<number> {
  const { port } = new URL(rest);
  const headers = { host: `${name}:${port}`, origin, authorization: 'Bearer secret' };
  const path = '/_devnet/v1/committee';
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', reject);
    sending.end();
  });
}

const everywhere: DevnetOptions = { host: '0.0.0.0', allowHosts: ['devnet.example'] };

describe('a page of the devnet itself', () => {
  it.each([
    ['127.0.0.1', {}],
    ['localhost', {}],
    ['127.0.0.1', everywhere],
    ['devnet.example', everywhere],
  ])('may control it, opened as %s with %j, and no page besides', async (name, options) => {
    const devnet = await startDevnet({ port: 0, token: 'secret', validators: 1, ...options });
    running.push(devnet);
    const { port } = new URL(devnet.rest);
    expect(await ask(devnet, name, `http://${name}:${port}`)).toBe(200);
    for (const other of [`http://${name}:1`, `http://evil.example:${port}`, 'null']) {
      expect(await ask(devnet, name, other)).toBe(403);
    }
  });
});
