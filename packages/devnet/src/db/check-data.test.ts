import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { StoredCertificate } from '@quorate/core';
import { EVERY_KEY, type Write } from '@quorate/storage';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { openNodeStore } from '../data/node-store.ts';
import { startDevnet } from '../devnet.ts';
import { checkData } from './check-data.ts';
import { openDataFolder } from './data-folder.ts';
import { importData } from './move-data.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-check-'));
const sound = join(root, 'sound');
const PAYMENTS = 3;

beforeAll(async () => {
  const devnet = await startDevnet({ port: 0, dataDir: sound, accounts: 2 });
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  for (let nonce = 0; nonce < PAYMENTS; nonce += 1) {
    const envelope = signed(alice, BigInt(nonce), pays(bob, BigInt(nonce + 1)));
    const answer = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
    expect(answer).toHaveProperty('result');
  }
  // The last of four settles after the quorum that was waited for.
  await fetch(`${devnet.rest}/_devnet/v1/wait`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idleMs: 100, timeoutMs: 10_000 }),
  });
  await devnet.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Rows = readonly (readonly [key: string, value: unknown])[];

/** Changes the store of v2 in a copy of the data, checksums and all, and checks it. */
async function checkChanged(change: (rows: Rows) => readonly Write<unknown>[]) {
  const folder = mkdtempSync(join(root, 'changed-'));
  cpSync(sound, folder, { recursive: true });
  const { store, release } = openNodeStore(folder, 'v2');
  store.write(change([...store.scan(EVERY_KEY)]));
  await new Promise((resolve) => store.flush(resolve));
  await release();
  return await checkData(folder);
}

function underPrefix(rows: Rows, prefix: string): Rows[number] {
  const found = rows.find(([key]) => key.startsWith(prefix));
  if (found === undefined) throw new Error(`no row begins with ${prefix}`);
  return found;
}

it('gives others a turn after each certificate that takes long', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const seen: number[] = [];
  let turns = 0;
  const counting = { isOver: false };
  const counted = (async () => {
    for (; !counting.isOver; turns += 1) await setImmediate();
  })();
  await checkData(sound, () => seen.push(turns));
  counting.isOver = true;
  await counted;
  clock.mockRestore();
  const [first = 0, second = 0] = seen;
  expect(second - first).toBeGreaterThan(PAYMENTS);
});

it('finds nothing wrong with what a running devnet exported as of the moment of its snapshot', async () => {
  const dataDir = join(root, 'running');
  const devnet = await startDevnet({ port: 0, dataDir, accounts: 2 });
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const payAt = async (nonce: bigint) => {
    const envelope = signed(alice, nonce, pays(bob, 5n));
    await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
  };
  const admin = async (path: string, body: object) => {
    const answer = await fetch(`${devnet.rest}/_devnet/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as object;
  };
  await payAt(0n);
  await admin('/wait', { idleMs: 100, timeoutMs: 10_000 });
  await admin('/snapshots', { name: 'then' });
  await payAt(1n);
  const file = join(dataDir, 'then.quorate');
  expect(await admin('/snapshots/then/export', {})).toEqual({ name: 'then', file });
  expect(await admin('/snapshots/never/export', {})).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await devnet.close();
  await importData(join(root, 'imported'), file);
  const { isSound, validators } = await checkData(join(root, 'imported'));
  expect(isSound).toBe(true);
  expect(validators.map(({ certificates }) => certificates)).toEqual([1, 1, 1, 1]);
});

it('finds nothing wrong with what a devnet has left', async () => {
  const seen: string[] = [];
  const findings = await checkData(sound, ({ name }) => seen.push(name));
  expect(seen).toEqual(['v1', 'v2', 'v3', 'v4', 'p1', 'faucet']);
  expect(findings.isSound).toBe(true);
  const [first] = findings.validators;
  expect(first).toMatchObject({ certificates: PAYMENTS, digest: expect.stringMatching(/^.{64}$/) });
  for (const { digest, certificates } of findings.validators) {
    expect({ digest, certificates }).toEqual({ digest: first?.digest, certificates: PAYMENTS });
  }
});

it.each([
  [
    'a balance that no history makes',
    'balance/',
    ([key, value]: Rows[number]) => [{ type: 'Put', key, value: (value as bigint) + 1n } as const],
    [/its history comes to the digest/, /has settled what v1 has, and is in another state/],
  ],
  [
    'a certificate with an invalid signature',
    'certificate/',
    ([key, value]: Rows[number]) => [{ type: 'Put', key, value: forged(value) } as const],
    [/is refused: InvalidCertificate/],
  ],
  [
    'a certificate that is gone',
    'certificate/',
    ([key]: Rows[number]) => [{ type: 'Delete', key } as const],
    [/the certificate of nonce 0 of .* is missing/],
  ],
  [
    'something else in the place of a certificate',
    'certificate/',
    ([key]: Rows[number]) => [{ type: 'Put', key, value: {} } as const],
    [/the certificate of nonce 0 of .* is not a certificate/],
  ],
  [
    'an index that leads elsewhere',
    'transaction/',
    ([key, value]: Rows[number]) => [
      { type: 'Put', key, value: { ...(value as object), nonce: 9n } } as const,
    ],
    [/the row transaction\/.* is not what the history makes it/],
  ],
  [
    'what is no account in the place of one',
    'account/',
    ([key]: Rows[number]) => [{ type: 'Put', key, value: null } as const],
    [/it has a row that no node writes \(.*null.*\)/],
  ],
  [
    'what is no id in the place of one that has settled',
    'settled/',
    ([key]: Rows[number]) => [{ type: 'Put', key, value: 'gold' } as const],
    [/it has a row that no node writes \(.*gold.*\)/],
  ],
  [
    'an epoch that there has not been',
    '',
    () => [{ type: 'Put', key: 'handover/served', value: 1 } as const],
    [/the row handover\/served is none that a validator writes/],
  ],
  [
    'what is no part of a snapshot in the place of one',
    '',
    () => [{ type: 'Put', key: `snapshot/${'0'.repeat(10)}/root`, value: { part: 1 } } as const],
    [/the row snapshot\/0{10}\/root is none that a validator writes/],
  ],
  [
    'a signer who did not sign',
    '',
    () => [{ type: 'Put', key: `signer/${'0'.repeat(64)}`, value: false } as const],
    [/the row signer\/0{64} is none that a validator writes/],
  ],
  [
    'the store of another network',
    'genesis',
    ([key]: Rows[number]) => [{ type: 'Put', key, value: '00' } as const],
    [/the store began with genesis 00/],
  ],
])('finds %s', async (_what, prefix, change, said) => {
  const { validators, isSound } = await checkChanged((rows) => change(underPrefix(rows, prefix)));
  expect(isSound).toBe(false);
  expect(validators.filter(({ problems }) => problems.length > 0).map(({ name }) => name)).toEqual([
    'v2',
  ]);
  const problems = validators[1]?.problems.join('\n');
  for (const each of said) expect(problems).toMatch(each);
});

function forged(value: unknown): StoredCertificate {
  const stored = value as StoredCertificate;
  const [[signer, signature] = ['', ''], ...rest] = stored.certificate.signatures as unknown as [
    string,
    string,
  ][];
  const other = `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`;
  const signatures = [[signer, other], ...rest];
  return {
    ...stored,
    certificate: {
      ...stored.certificate,
      signatures,
    } as unknown as StoredCertificate['certificate'],
  };
}

it.each([
  ['cannot be read', (path: string) => writeFileSync(path, 'x'), /v2.keys .*: it is not JSON/],
  [
    'are of another validator',
    (path: string) => copyFileSync(path.replace('v2', 'v3'), path),
    /v2.keys .*: expected a key of v2 in this network/,
  ],
  ['are gone', (path: string) => rmSync(path), /it has no file of keys/],
])('finds keys that %s, with which no devnet starts', async (_, change, problem) => {
  const folder = mkdtempSync(join(root, 'keys-'));
  cpSync(sound, folder, { recursive: true });
  change(join(folder, 'v2.keys'));
  const { isSound, validators } = await checkData(folder);
  expect(isSound).toBe(false);
  expect(validators.filter(({ problems }) => problems.length > 0)).toMatchObject([
    { name: 'v2', problems: [expect.stringMatching(problem)] },
  ]);
  await expect(startDevnet({ dataDir: folder })).rejects.toMatchObject({ code: 'UnreadableData' });
});

it('lets only a validator that came later have had no key yet', () => {
  const folder = mkdtempSync(join(root, 'keyless-'));
  cpSync(sound, folder, { recursive: true });
  const none = { version: 1, issued: 0 };
  for (const name of ['v4', 'v5'])
    writeFileSync(join(folder, `${name}.keys`), JSON.stringify(none));
  const { keysOf, close } = openDataFolder(folder);
  expect(keysOf('v5')).toEqual(none);
  expect(() => keysOf('v4')).toThrow('issued: expected 1 at least, got 0');
  close();
});

it('V8: finds the stores of two validators swapped, with which no devnet starts', async () => {
  const folder = mkdtempSync(join(root, 'swapped-'));
  cpSync(sound, folder, { recursive: true });
  cpSync(join(sound, 'v1'), join(folder, 'v2'), { recursive: true });
  cpSync(join(sound, 'v2'), join(folder, 'v1'), { recursive: true });
  const { isSound, validators } = await checkData(folder);
  expect(isSound).toBe(false);
  expect(validators.filter(({ problems }) => problems.length > 0)).toMatchObject([
    { name: 'v1', problems: [expect.stringMatching(/v1 holds the store of v2, not of v1/)] },
    { name: 'v2', problems: [expect.stringMatching(/v2 holds the store of v1, not of v2/)] },
  ]);
  await expect(startDevnet({ dataDir: folder })).rejects.toMatchObject({ code: 'UnreadableData' });
});

it.each([
  ['p1', 'submission/1', {}, /it has a row that no node writes/],
  ['faucet', 'outbox', { transaction: 1 }, /it has a row that no node writes/],
])('finds that %s cannot come up from what it holds', async (node, key, value, problem) => {
  const folder = mkdtempSync(join(root, 'node-'));
  cpSync(sound, folder, { recursive: true });
  const { store, release } = openNodeStore(folder, node);
  store.write([{ type: 'Put', key, value }]);
  await new Promise((resolve) => store.flush(resolve));
  await release();
  const { isSound, others } = await checkData(folder);
  expect(isSound).toBe(false);
  expect(others.filter(({ problems }) => problems.length > 0)).toEqual([
    { name: node, rows: 0, problems: [expect.stringMatching(problem)] },
  ]);
  await expect(startDevnet({ dataDir: folder })).rejects.toMatchObject({ code: 'UnreadableData' });
});

it('finds rot in the store of the proxy, with which no devnet starts', async () => {
  const folder = mkdtempSync(join(root, 'rot-'));
  cpSync(sound, folder, { recursive: true });
  const path = join(folder, 'p1', 'data.mdb');
  writeFileSync(path, readFileSync(path).fill(1, 3 * 4096));
  const { isSound, others } = await checkData(folder);
  expect(isSound).toBe(false);
  expect(others).toMatchObject([
    { name: 'p1', problems: [expect.stringMatching(/p1 is damaged/)] },
    { name: 'faucet', rows: 0, problems: [] },
  ]);
  await expect(startDevnet({ dataDir: folder })).rejects.toMatchObject({ code: 'UnreadableData' });
});

it('finds an invalid key of the wallet', async () => {
  const folder = mkdtempSync(join(root, 'wallet-'));
  cpSync(sound, folder, { recursive: true });
  writeFileSync(join(folder, 'wallet.key'), 'x');
  await expect(checkData(folder)).rejects.toMatchObject({
    code: 'UnreadableData',
    message: `${join(folder, 'wallet.key')}: expected a key of 64 hex digits`,
  });
});
