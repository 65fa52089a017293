import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

// With processes, what was built runs: `npm run build` comes first, as in `npm test`.

const ALL = ['v1', 'v2', 'v3', 'v4'];

function waitOn(admin: AdminCaller) {
  return async (transaction: string, timeoutMs: number): Promise<number> => {
    const body = { transaction, state: 'settled-all', timeoutMs };
    return (await admin.call('POST', '/wait', body)).status;
  };
}

async function settledBy(admin: AdminCaller, transaction: string): Promise<readonly string[]> {
  const { body } = await admin.call('GET', `/transactions/${transaction}`);
  const { settled_at_nanos: settled = {} } = body as { settled_at_nanos?: object };
  return Object.keys(settled).toSorted();
}

describe.each([
  ['of one process', {}],
  ['in processes', { processes: true }],
])('what validators %s have settled', (_, options) => {
  let dataDir: string;
  let devnet: Devnet;
  let admin: AdminCaller;
  async function start(): Promise<void> {
    devnet = await startDevnet({ port: 0, dataDir, ...options });
    admin = createAdminCaller(devnet);
  }
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'quorate-settled-'));
    await start();
  });
  afterAll(async () => {
    await devnet.close();
    rmSync(dataDir, { recursive: true });
  });

  it('is what they hold after a snapshot is restored', async () => {
    const wait = waitOn(admin);
    const kept = await admin.pay();
    expect(await wait(kept, 30_000)).toBe(200);
    await admin.call('POST', '/snapshots', { name: 'before' });
    const undone = await admin.pay();
    expect(await wait(undone, 30_000)).toBe(200);
    await admin.call('POST', '/snapshots/before/restore');
    expect(await wait(undone, 100)).toBe(408);
    expect(await admin.call('GET', `/transactions/${undone}`)).toMatchObject({ status: 404 });
    expect(await wait(kept, 30_000)).toBe(200);
    expect(await settledBy(admin, kept)).toEqual(ALL);
  });

  it('is what their folders hold when they come back', async () => {
    const transaction = await admin.pay();
    expect(await waitOn(admin)(transaction, 30_000)).toBe(200);
    await devnet.close();
    await start();
    expect(await waitOn(admin)(transaction, 30_000)).toBe(200);
    expect(await settledBy(admin, transaction)).toEqual(ALL);
  });

  it('is nothing for a validator that has forgotten all, and what it had for one that is down', async () => {
    const wait = waitOn(admin);
    const transaction = await admin.pay();
    expect(await wait(transaction, 30_000)).toBe(200);
    await admin.call('POST', '/validators/v3/crash');
    expect(await wait(transaction, 100)).toBe(200);
    // Nobody brings v4 anything unless somebody pays.
    await admin.call('POST', '/validators/v4/amnesia');
    expect(await wait(transaction, 100)).toBe(408);
    expect(await settledBy(admin, transaction)).toEqual(['v1', 'v2', 'v3']);
  });
});
