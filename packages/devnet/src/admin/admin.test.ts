import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let admin: AdminCaller;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  admin = createAdminCaller(devnet);
});
afterAll(() => devnet.close());

const call: AdminCaller['call'] = (...request) => admin.call(...request);
const pay = () => admin.pay();
const balance = () => admin.balance();
const post = (path: string, body: string) =>
  fetch(`${devnet.rest}/_devnet/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

describe('the admin interface', () => {
  it('lists its routes, all of which the page on the devnet explains', async () => {
    const { routes } = (await (await fetch(devnet.admin)).json()) as { routes: string[] };
    expect(routes).toContain('POST /_devnet/v1/validators/:name/crash');
    const page = readFileSync(new URL('../../../../docs/devnet.md', import.meta.url), 'utf8');
    const named = routes.map((route) => route.replaceAll(/\/:\w+/g, '').replace(/.*(?=\/)/, ''));
    expect(named.filter((name) => !page.includes(name))).toEqual([]);
  });

  it('takes a validator down and brings it back, and it catches up', async () => {
    expect(await call('POST', '/validators/v4/crash')).toMatchObject({
      body: { status: 'crashed' },
    });
    const transaction = await pay();
    const wait = (state: string, timeoutMs: number) =>
      call('POST', '/wait', { transaction, state, timeoutMs });
    expect((await wait('settled-quorum', 5000)).status).toBe(200);
    expect(await wait('settled-all', 10)).toMatchObject({
      status: 408,
      body: { error: { code: 'TIMEOUT' } },
    });
    expect(await call('POST', '/validators/v4/start')).toMatchObject({
      body: { status: 'active' },
    });
    expect((await wait('settled-all', 30_000)).status).toBe(200);
    const { body } = await call('GET', `/transactions/${transaction}`);
    const { settled_at_nanos: settled } = body as { settled_at_nanos: object };
    expect(Object.keys(settled).toSorted()).toEqual(['v1', 'v2', 'v3', 'v4']);
  });

  it('tells which addresses a contract has to trust for cross-signatures', async () => {
    const address = await devnet.evmAddress();
    expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(await call('GET', '/evm-signer')).toMatchObject({ status: 200, body: { address } });
  });

  it('puts the whole network back to where it was', async () => {
    await pay();
    await call('POST', '/wait', { idleMs: 50 });
    const before = await balance();
    expect(await call('POST', '/snapshots', { name: 'one' })).toMatchObject({ status: 200 });
    await pay();
    expect(await balance()).not.toBe(before);
    expect(await call('POST', '/snapshots/one/restore')).toMatchObject({ status: 200 });
    expect(await balance()).toBe(before);
    await pay();
    expect(BigInt(await balance())).toBe(BigInt(before) + 10n ** 18n);
    expect(await call('GET', '/snapshots')).toMatchObject({ body: ['one'] });
    expect(await call('DELETE', '/snapshots/one')).toMatchObject({ status: 200 });
    expect(await call('POST', '/snapshots/one/restore')).toMatchObject({ status: 404 });
  });

  it('puts the whole network back to where it began', async () => {
    const paid = await pay();
    expect(await call('POST', '/reset')).toMatchObject({ status: 200 });
    const [first] = devnet.accounts;
    expect(await balance()).toBe(String(first?.balance));
    expect(await call('GET', `/transactions/${paid}`)).toMatchObject({ status: 404 });
    await pay();
    expect(await balance()).toBe(String((first?.balance ?? 0n) + 10n ** 18n));
  });

  it('lets a validator forget everything, and it learns it again', async () => {
    const transaction = await pay();
    await call('POST', '/wait', { transaction, state: 'settled-all', timeoutMs: 30_000 });
    for (const name of ['v2', 'v3']) await call('POST', `/validators/${name}/amnesia`);
    expect(
      await call('POST', '/wait', { transaction, state: 'settled-quorum', timeoutMs: 0 }),
    ).toMatchObject({
      status: 408,
      body: { error: { message: 'settled: not so after 0 ms: not at v2 v3' } },
    });
    const later = await pay();
    expect(later).not.toBe(transaction);
    const wait = { transaction: later, state: 'settled-all', timeoutMs: 30_000 };
    expect((await call('POST', '/wait', wait)).status).toBe(200);
  });

  it('shows the committee, its members, who began with what and what was handed to the proxy', async () => {
    const { body } = await call('GET', '/committee');
    expect(body).toMatchObject({ epoch: 0, quorum: 3, members: [{ name: 'v1' }, {}, {}, {}] });
    await pay();
    const { body: validators } = await call('GET', '/validators');
    expect((validators as readonly unknown[])[0]).toMatchObject({
      name: 'v1',
      seat: 'active',
      epoch: 0,
      served: 0,
    });
    const { body: genesis } = await call('GET', '/genesis');
    const { accounts } = genesis as { accounts: readonly object[] };
    expect(accounts).toContainEqual(expect.objectContaining({ name: 'wallet', balance: '0' }));
    const { body: journal } = await call('GET', '/journal');
    expect((journal as readonly unknown[]).length).toBeGreaterThan(0);
  });

  it.each([
    ['POST', '/validators/v9/crash', {}, 404],
    ['POST', '/wait', { idleMs: 'long' }, 400],
    ['POST', '/wait', { idleMs: 1, timeoutMs: 120_001 }, 400],
    ['POST', '/wait', { state: 'settled-all' }, 400],
    ['POST', '/wait', { transaction: 'abc', state: 'settled-all' }, 400],
    ['POST', '/snapshots', { name: 'No Name' }, 400],
    ['DELETE', '/snapshots/none', undefined, 404],
    ['GET', `/transactions/${'ab'.repeat(32)}`, undefined, 404],
    ['GET', '/transactions/zz', undefined, 400],
    ['GET', '/transactions?last=0', undefined, 400],
    ['GET', '/transactions?last=1&last=2', undefined, 400],
    ['GET', '/held?first=1&first=1', undefined, 400],
    ['GET', '/transactions?last=201', undefined, 400],
  ])('answers %s %s with %j by %i', async (method, path, body, status) => {
    expect(await call(method, path, body)).toMatchObject({
      status,
      body: { error: { code: expect.any(String), message: expect.any(String) } },
    });
  });

  it.each([
    [
      '{"transaction": "zz", "state": "x"}',
      /^transaction: expected 64 hex digits, with or without 0x; state: expected one of settled-quorum, settled-all$/,
    ],
    ['{"state": "settled-all"}', /^transaction: expected text, got nothing$/],
    ['{}', /^body: expected transaction and state, or idleMs$/],
    ['[]', /^body: expected an object, got a list$/],
    [
      '{"idleMs": 0, "timeoutMs": "1"}',
      /^idleMs: expected at least 1; timeoutMs: expected a number, got text$/,
    ],
    ['{"idleMs": 1, "idleMs": 2}', /^body: .*"idleMs"/],
    ['{"idleMs": 1, "more": 2}', /^body: unknown key "more"; expected idleMs, timeoutMs$/],
    ['{', /^body: expected JSON/],
  ])('names the field of %s that is wrong', async (text, expected) => {
    const response = await post('/wait', text);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.stringMatching(expected) },
    });
  });

  it.each([
    '/validators',
    '/validators/v1/keys',
    '/validators/v1/crash',
    '/validators/v1/start',
    '/validators/v1/amnesia',
    '/snapshots/none/restore',
    '/snapshots/none/export',
  ])('carries out nothing where %s is told what it does not read', async (path) => {
    const before = await call('GET', '/validators');
    const response = await post(path, '{"snapshot": "early"}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: 'body: unknown key "snapshot"' },
    });
    expect(await call('GET', '/validators')).toEqual(before);
  });

  it('says which validators there are to who names another', async () => {
    const response = await post('/validators/v9/crash', '{}');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/^no validator v9; there is v1(, v\d+)*$/) },
    });
  });

  it.each([
    ['GET', '/_devnet/v1/nothing', 404, 'NOT_FOUND'],
    ['PUT', '/_devnet/v1/snapshots', 405, 'INVALID_REQUEST'],
    ['GET', '/_devnet/v2/snapshots', 404, 'NOT_FOUND'],
    ['POST', '/_devnet/v1/snapshots', 415, 'INVALID_REQUEST'],
  ])(
    'has errors of one form, where there is nothing, too: %s %s',
    async (method, path, status, code) => {
      const response = await fetch(`${devnet.rest}${path}`, { method });
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ error: { code, message: expect.any(String) } });
    },
  );

  it.each([
    ['GET', '/_devnet/v1/faults/', '; no path here ends in a slash'],
    ['GET', '/_devnet/v1/nothing', '; GET /_devnet/v1 lists what there is'],
    ['PUT', '/_devnet/v1/fault', '; GET /_devnet/v1 lists what there is'],
    ['GET', '/v1/accounts/', '; no path here ends in a slash'],
    ['GET', '/v1/nothing', '; GET /openapi.json describes what there is'],
    [
      'GET',
      `/v1/accounts/${'a/b+'.repeat(10)}abc=/certificates`,
      '; a / within base64 is written %2F in a path, or _',
    ],
    ['POST', '/v1/token', '; GET /openapi.json describes what there is'],
  ])(
    'says what may be wrong with a path that it does not have: %s %s',
    async (method, path, hint) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${devnet.rest}${path}`, { method, headers });
      const { error } = (await response.json()) as { error: { message: string } };
      expect([response.status, error.message]).toEqual([
        404,
        `there is no ${method} ${path}${hint}`,
      ]);
    },
  );

  it('takes an absent body where there is nothing to say', async () => {
    expect((await post('/validators/v1/keys', '')).status).toBe(200);
  });

  it('refuses a key that is given twice', async () => {
    const response = await post('/snapshots', '{"name": "a", "name": "b"}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.stringContaining('"name"') },
    });
    expect((await call('GET', '/snapshots')).body).not.toContain('b');
  });

  it('takes the id of a transaction as the wallet prints it', async () => {
    const id = await pay();
    for (const transaction of [id, `0x${id}`, `0x${id.toUpperCase()}`]) {
      const wait = { transaction, state: 'settled-all', timeoutMs: 30_000 };
      expect(await call('POST', '/wait', wait)).toMatchObject({ status: 200 });
      expect(await call('GET', `/transactions/${transaction}`)).toMatchObject({
        body: { transaction_id: id },
      });
    }
  });

  it('is not for pages of other origins', async () => {
    const response = await fetch(`${devnet.rest}/_devnet/v1/validators`, {
      headers: { origin: 'http://localhost:3000' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
