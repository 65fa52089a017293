import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { changeCommittee } from '../../test/committee-change.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { silentLog } from '../log.ts';

// The processes run what was built: `npm run build` comes first, as in `npm test`.

const folders: string[] = [];
const running: Devnet[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const PATIENCE = { timeout: 60_000, interval: 50 };

/** The keys that a node holds, as its file says. */
function keysOf(dataDir: string, name: string): readonly string[] {
  return JSON.parse(readFileSync(join(dataDir, `${name}.keys`), 'utf8')).keys;
}

describe.each([
  ['of one process', {}, 'a spent key is not destroyed yet'],
  ['in processes', { processes: true }, 'a validator is in trouble'],
])('validators %s that were away while the committee changed', (_, options, complaint) => {
  async function start() {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-away-'));
    folders.push(dataDir);
    const complaints: string[] = [];
    const error = (_facts: object, what: string) => complaints.push(what);
    const log = Object.assign(silentLog(), { error });
    const devnet = await startDevnet({ port: 0, dataDir, log, ...options });
    running.push(devnet);
    return { devnet, dataDir, complaints, admin: createAdminCaller(devnet) };
  }

  it('are counted once, with what the change brings them', async () => {
    const { devnet, admin } = await start();
    // The proxy never reaches v4, so other validators bring whatever v4 settles.
    await admin.call('POST', '/faults', { kind: 'cut', from: 'p1', to: 'v4' });
    const transaction = await admin.pay();
    await changeCommittee(devnet, ['v1', 'v2', 'v3', 'v4']);
    const wait = { transaction, state: 'settled-all', timeoutMs: 30_000 };
    expect(await admin.call('POST', '/wait', wait)).toMatchObject({ status: 200 });
    const { body: trace } = await admin.call('GET', `/transactions/${transaction}`);
    const { settled_at_nanos: settledAt } = trace as { settled_at_nanos: object };
    expect(Object.keys(settledAt).toSorted()).toEqual(['v1', 'v2', 'v3', 'v4']);
    await vi.waitFor(async () => {
      const { body } = await admin.call('GET', '/validators');
      // The payment and what the wallet paid it from, four requests and the change.
      expect((body as { settled: number }[]).map(({ settled }) => settled)).toEqual([7, 7, 7, 7]);
    }, PATIENCE);
    const metrics = await (await fetch(`${devnet.rest}/metrics`)).text();
    expect(metrics).toContain('quorate_settled_total{validator="v4"} 7');
  });

  it('C9 hear of it when they come up, retire, and destroy the key of the seat that they lost', async () => {
    const { devnet, dataDir, admin, complaints } = await start();
    const others = ['v1', 'v3', 'v4'];
    devnet.validators[1]?.crash();
    for (const epoch of [1, 2]) {
      const before = others.map((name) => keysOf(dataDir, name));
      await changeCommittee(devnet, others);
      // A validator that has destroyed its key no longer tells anybody.
      await vi.waitFor(() => {
        expect(others.flatMap((name) => keysOf(dataDir, name))).toHaveLength(others.length);
        expect(others.map((name) => keysOf(dataDir, name))).not.toEqual(before);
      }, PATIENCE);
      const { body } = await admin.call('GET', '/committee');
      expect(body).toMatchObject({ epoch });
    }
    expect(keysOf(dataDir, 'v2')).toHaveLength(1);
    // While the disk does not take the file, the validator goes on, and tries again.
    const inTheWay = join(dataDir, 'v2.keys.tmp');
    mkdirSync(inTheWay);
    devnet.validators[1]?.start();
    await vi.waitFor(() => expect(complaints).not.toEqual([]), PATIENCE);
    expect(complaints[0]).toBe(complaint);
    rmdirSync(inTheWay);
    await vi.waitFor(async () => {
      const { body } = await admin.call('GET', '/validators');
      expect(body[1]).toMatchObject({ name: 'v2', seat: 'retired', epoch: 2, served: 0 });
      expect(keysOf(dataDir, 'v2')).toEqual([]);
    }, PATIENCE);
    expect(new Set(complaints)).toEqual(new Set([complaint]));
  });
});
