import { afterEach, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';

const running: Devnet[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

async function start(options: DevnetOptions): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, ...options });
  running.push(devnet);
  return devnet;
}

const TOKEN = { authorization: 'Bearer open sesame' };
const RECIPIENT = '07'.repeat(32);

async function post(url: string, body: unknown, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { status } = response;
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  return { status, body: (await response.json()) as Record<string, unknown> };
}

function dripOverRest({ rest }: Devnet, headers = {}) {
  return post(`${rest}/v1/faucet-drip`, { recipient: RECIPIENT, amount: '1' }, headers);
}

function dripOverRpc({ proxyRpc }: Devnet, headers = {}) {
  const params = { recipient: Array(32).fill(7), amount: '1', token_id: null };
  const call = { jsonrpc: '2.0', id: 1, method: 'proxy_faucetDrip', params };
  return post(proxyRpc, call, headers);
}

/** What a devnet answers to requests that spend or control. */
async function statuses(devnet: Devnet, headers = {}): Promise<readonly number[]> {
  const payment = { to: RECIPIENT, amount: '1', chain: 'fast' };
  const wait = { idleMs: 1, timeoutMs: 1000 };
  const answers = [
    await dripOverRest(devnet, headers),
    await post(`${devnet.rest}/api/pay/send`, payment, headers),
    await post(`${devnet.rest}/_devnet/v1/wait`, wait, headers),
  ];
  return answers.map(({ status }) => status);
}

describe('what spends or controls', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('asks for the token, bound to %s', async (host) => {
    const devnet = await start({ host, token: 'open sesame' });
    expect(await statuses(devnet)).toEqual([401, 401, 401]);
    expect(await statuses(devnet, { authorization: 'Bearer open' })).toEqual([401, 401, 401]);
    expect(await statuses(devnet, { authorization: 'open sesame' })).toEqual([401, 401, 401]);
    expect(await statuses(devnet, TOKEN)).toEqual([200, 200, 200]);
    const disabled = { code: -32001, data: 'FaucetDisabled' };
    expect((await dripOverRpc(devnet)).body).toMatchObject({ error: disabled });
    expect((await dripOverRpc(devnet, TOKEN)).body).toMatchObject({ result: null });
  });

  it('describes itself to everybody, as the page of the description shows no token', async () => {
    const devnet = await start({ token: 'open sesame' });
    const response = await fetch(`${devnet.admin}/openapi.json`);
    expect(response.status).toBe(200);
    const { paths } = (await response.json()) as { paths: Record<string, { get?: object }> };
    const [description, faults] = ['/openapi.json', '/faults'].map(
      (path) => paths[`/_devnet/v1${path}`]?.get,
    );
    expect(description).toMatchObject({ security: [] });
    expect(description).not.toHaveProperty('responses.401');
    expect(faults).toHaveProperty('responses.401');
    expect((await fetch(devnet.admin)).status).toBe(401);
  });

  it.each(['bearer', 'BEARER'])(
    'takes the scheme as %s, and the token as it is',
    async (scheme) => {
      const devnet = await start({ token: 'open sesame' });
      const show = (token: string) => statuses(devnet, { authorization: `${scheme} ${token}` });
      expect(await show('open sesame')).toEqual([200, 200, 200]);
      expect(await show('OPEN SESAME')).toEqual([401, 401, 401]);
    },
  );

  it.each(['', ' ', 'sesame ', ' sesame', 'sésame', 'öffne', '开门', 'open\tsesame', 'open\n'])(
    'is not opened by the token %j, which no header carries',
    async (token) => {
      const got = token === '' ? 'none' : 'something else';
      const expected = 'printable ASCII that neither begins nor ends with a space';
      await expect(startDevnet({ port: 0, token })).rejects.toMatchObject({
        code: 'InvalidOption',
        message: `token: expected ${expected}, got ${got}`,
      });
    },
  );

  it('is off without a token, bound elsewhere than to loopback', async () => {
    const devnet = await start({ host: '0.0.0.0' });
    expect(await statuses(devnet, TOKEN)).toEqual([403, 403, 403]);
    expect((await dripOverRpc(devnet)).body).toMatchObject({ error: { code: -32001 } });
  });

  it('is on without a token on loopback', async () => {
    expect(await statuses(await start({}))).toEqual([200, 200, 200]);
  });
});
