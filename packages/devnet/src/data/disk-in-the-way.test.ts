import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { postText } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let dataDir: string;
let devnet: Devnet;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-in-the-way-'));
  devnet = await startDevnet({ port: 0, dataDir });
});
afterEach(async () => {
  await devnet.close();
  rmSync(dataDir, { recursive: true });
});

/** Keeps a file of the data folder from being written, until the function returned is called. */
function bar(file: string): () => void {
  const inTheWay = join(dataDir, `${file}.tmp`);
  mkdirSync(inTheWay);
  return () => rmdirSync(inTheWay);
}

it('a validator whose keys cannot be kept is named, forgets what was undone, and is put back once they can be', async () => {
  const { call, pay } = createAdminCaller(devnet);
  await call('POST', '/snapshots', { name: 'then' });
  const undone = await pay();
  const clear = bar('v1.keys');
  const restored = await call('POST', '/snapshots/then/restore');
  expect(restored).toMatchObject({ status: 400, body: { error: { code: 'NODE_DOWN' } } });
  const { body } = await call('GET', '/validators');
  const statuses = (body as { readonly status: string }[]).map(({ status }) => status);
  expect(statuses).toEqual(['crashed', 'active', 'active', 'active']);
  expect((await call('POST', '/validators/v1/start')).status).toBe(200);
  expect((await call('GET', `/transactions/${undone}`)).status).toBe(404);
  clear();
  expect((await call('POST', '/snapshots/then/restore')).status).toBe(200);
  const wait = { transaction: await pay(), state: 'settled-all', timeoutMs: 30_000 };
  expect(await call('POST', '/wait', wait)).toMatchObject({ status: 200 });
});

it('a validator that cannot be kept on the roster is not hosted, and comes once it can be', async () => {
  const { call } = createAdminCaller(devnet);
  const names = async () => {
    const { body } = await call('GET', '/validators');
    return (body as { readonly name: string }[]).map(({ name }) => name);
  };
  const clear = bar('roster.json');
  expect(await call('POST', '/validators')).toMatchObject({
    status: 400,
    body: {
      error: { code: 'UnreadableData', message: expect.stringContaining('roster.json.tmp') },
    },
  });
  expect(await names()).toEqual(['v1', 'v2', 'v3', 'v4']);
  clear();
  expect(await call('POST', '/validators')).toMatchObject({ status: 200, body: { name: 'v5' } });
  expect(await names()).toEqual(['v1', 'v2', 'v3', 'v4', 'v5']);
});

it('a network that cannot say that it is being put back stays as it is, and says why in the words of the admin interface', async () => {
  await devnet.snapshot('then');
  const clear = bar('return.json');
  const refused = { name: 'AdminError', status: 400, code: 'UnreadableData' };
  await expect(devnet.reset()).rejects.toMatchObject(refused);
  await expect(devnet.restore('then')).rejects.toMatchObject(refused);
  clear();
  await devnet.restore('then');
});

function pay() {
  const body = JSON.stringify({ to: '07'.repeat(32), amount: '1', chain: 'fast' });
  return postText(`${devnet.rest}/api/pay/send`, body);
}

it('a wallet that has no place tells callers so, and pays once it has', async () => {
  writeFileSync(join(dataDir, 'wallet'), 'in the way');
  const refused = await pay();
  expect(refused.status).toBe(503);
  expect(JSON.stringify(refused)).toContain('wallet is not a folder');
  rmSync(join(dataDir, 'wallet'));
  expect((await pay()).status).toBe(200);
});

it('a wallet begins anew after one whose key is gone, though the store of that one could not be emptied at first', async () => {
  await pay();
  await devnet.close();
  rmSync(join(dataDir, 'wallet.key'));
  const wallet = join(dataDir, 'wallet');
  renameSync(wallet, join(dataDir, 'aside'));
  writeFileSync(wallet, 'in the way');
  devnet = await startDevnet({ port: 0, dataDir });
  expect((await pay()).status).toBe(503);
  rmSync(wallet);
  renameSync(join(dataDir, 'aside'), wallet);
  expect(await pay()).toMatchObject({ status: 200 });
});
