import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkData, startDevnet } from '@quorate/devnet';
import { type Address, formatAddress } from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUnprivileged } from '../built-command.ts';
import { warmCommand } from '../warm-command.ts';
import { call, type RunningDevnet, servedAt, startOn } from './running-devnet.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-durability-'));
const kept = join(root, 'kept');
/** What Bob holds before anybody pays him. */
const ENDOWMENT = 10n ** 24n;
const DRIPS = 3;

/** LMDB tells a full disk from a write that was cut short. */
const FULL = /(the disk under .* is full|a full disk may have cut the write short).*: make room/;

afterAll(() => rmSync(root, { recursive: true, force: true }));

const { quorate, close } = warmCommand();
afterAll(close);

/** Has a database claim another format, in the row after all others. */
function ofFormat(file: Buffer, format: number): Buffer {
  const changed = Buffer.from(file);
  for (
    let at = changed.indexOf('{"format":');
    at >= 0;
    at = changed.indexOf('{"format":', at + 1)
  ) {
    const stated = JSON.parse(changed.toString('utf8', at, changed.indexOf('}', at) + 1));
    expect(JSON.stringify(stated)).toMatch(/"format":\d\b/);
    const header = Buffer.from(JSON.stringify({ ...stated, format }));
    header.copy(changed, at);
    changed.writeUInt32LE(crc32(header, crc32('\x7fquorate')), at - 4);
  }
  expect(changed.equals(file)).toBe(false);
  return changed;
}

/** Gives a copy of the data of a devnet in which some payments have settled. */
function copyOfData(name: string): string {
  const folder = join(root, name);
  cpSync(kept, folder, { recursive: true });
  return folder;
}

/**
 * Expects that a devnet goes on with these data and has lost nothing. It runs in this process, which
 * has loaded the code already: nothing here is about how the command starts.
 */
async function expectWhole(folder: string): Promise<void> {
  const devnet = await startDevnet({ port: 0, dataDir: folder });
  try {
    const bob = devnet.accounts.find(({ name }) => name === 'bob')?.address ?? '';
    const served = servedAt(devnet.rest, formatAddress(bob as Address));
    expect(await served.balance()).toBe(ENDOWMENT + BigInt(DRIPS));
    expect(await served.drip()).toBe(true);
  } finally {
    await devnet.close();
  }
  expect(await checkData(folder)).toMatchObject({ isSound: true });
}

beforeAll(async () => {
  const devnet = await startOn(kept);
  for (let count = 0; count < DRIPS; count += 1) expect(await devnet.drip()).toBe(true);
  await devnet.stop();
});

describe('a devnet whose disk', () => {
  it('is full stops its nodes, loses nothing, and goes on by itself once there is room again', async () => {
    const folder = join(root, 'full');
    const devnet = await startOn(folder, 128);
    let acknowledged = 0n;
    while (!FULL.test(devnet.complaints())) if (await devnet.drip()) acknowledged += 1n;
    expect(acknowledged).toBeGreaterThan(0n);
    expect(devnet.child.exitCode).toBe(null);
    spawnSync('prlimit', ['--pid', String(devnet.child.pid), '--fsize=unlimited:unlimited']);
    while (!(await devnet.drip()));
    // Drips that were not acknowledged may have settled, too; those that were, and the last one,
    // must have.
    expect(await devnet.balance()).toBeGreaterThan(ENDOWMENT + acknowledged);
    await devnet.stop();
    const { status, stdout } = await quorate('db', 'check', folder);
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('SOUND'),
    });
  });

  it('may not be written says so and what to do', async () => {
    const folder = copyOfData('read-only');
    const nodes = ['.', 'v1', 'v2', 'v3', 'v4', 'p1', 'faucet'].map((name) => join(folder, name));
    for (const path of nodes) chmodSync(path, 0o555);
    const refused = callUnprivileged('devnet', '--port', '0', '--data-dir', folder);
    for (const path of nodes) chmodSync(path, 0o755);
    expect(refused).toMatchObject({
      status: 75,
      stderr: expect.stringMatching(
        /cannot be written .*give this user the right to write there, or choose another folder \(--data-dir, --ephemeral\)\n$/,
      ),
    });
    await expectWhole(folder);
  });
});

describe('a database', () => {
  it('with a corrupted page is refused, and named by the check', async () => {
    const folder = copyOfData('corrupted');
    const path = join(folder, 'v2', 'data.mdb');
    const sound = readFileSync(path);
    const rotten = Buffer.from(sound);
    const row = rotten.lastIndexOf('certificate/');
    rotten.fill(0, row + 100, row + 140);
    writeFileSync(path, rotten);
    // The process of a validator tells the command what it found.
    for (const how of [[], ['--processes']]) {
      expect(call('devnet', ...how, '--port', '0', '--data-dir', folder)).toMatchObject({
        status: 64,
        stderr: expect.stringMatching(/v2 is damaged: .*Nothing of it was used.*quorate db import/),
      });
    }
    const { status, stdout } = await quorate('db', 'check', folder);
    expect(status).toBe(1);
    expect(stdout).toMatch(/ok +v1 +3 certificates.*\n.*BAD v2/);
    expect(stdout).toContain('DAMAGED  v2');
    writeFileSync(path, sound);
    await expectWhole(folder);
  });

  it('that is gone is refused, and named by the check: otherwise, its validator would forget its locks', async () => {
    const folder = copyOfData('gone');
    rmSync(join(folder, 'v2'), { recursive: true });
    expect(call('devnet', '--port', '0', '--data-dir', folder)).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(
        /v2 no longer holds a store: .*whole devnet.*quorate db import/,
      ),
    });
    expect(await quorate('db', 'export', folder, join(root, 'gone.export'))).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('v2 no longer holds a store'),
    });
    const { status, stdout } = await quorate('db', 'check', folder);
    expect(status).toBe(1);
    expect(stdout).toContain('it has no store');
    cpSync(join(kept, 'v2'), join(folder, 'v2'), { recursive: true });
    await expectWhole(folder);
  });

  it('of a newer version is refused, unchanged', async () => {
    const folder = copyOfData('newer');
    const path = join(folder, 'v3', 'data.mdb');
    const sound = readFileSync(path);
    writeFileSync(path, ofFormat(sound, 9));
    expect(call('devnet', '--port', '0', '--data-dir', folder)).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(/v3 was written by a newer version of Quorate.*Use that/),
    });
    writeFileSync(path, sound);
    await expectWhole(folder);
  });

  it('is opened by only one process, also if only one of its validators is the same', async () => {
    const folder = copyOfData('in-use');
    const other = join(root, 'in-use-by-another');
    mkdirSync(other);
    for (const name of ['network.json']) cpSync(join(folder, name), join(other, name));
    symlinkSync(join(folder, 'v1'), join(other, 'v1'));
    const devnet = await startOn(folder);
    const refused = {
      status: 75,
      stderr: expect.stringMatching(/is in use \(.*held by process \d+\).*(stop it|choose)/),
    };
    for (const args of [
      ['devnet', '--port', '0', '--data-dir', folder],
      ['devnet', '--port', '0', '--data-dir', other],
      ['devnet', '--processes', '--port', '0', '--data-dir', other],
    ]) {
      expect(call(...args)).toMatchObject(refused);
    }
    for (const args of [
      ['check', folder],
      ['export', folder, join(root, 'unwanted')],
    ]) {
      expect(await quorate('db', ...args)).toMatchObject(refused);
    }
    await devnet.stop();
    await expectWhole(folder);
  });
});

describe('quorate db', () => {
  let devnet: RunningDevnet | undefined;
  afterAll(() => devnet?.child.kill('SIGKILL'));

  it('moves a devnet by one file that only its owner can read', async () => {
    const file = join(root, 'moved.export');
    const folder = join(root, 'moved');
    expect(await quorate('db', 'export', kept, file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('contains the secret keys'),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await quorate('db', 'import', folder, file)).toMatchObject({ status: 0 });
    expect(await quorate('db', 'import', folder, file)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('is not empty'),
    });
    const digests = async (path: string) =>
      JSON.parse((await quorate('db', 'check', path, '--json')).stdout);
    expect(await digests(folder)).toEqual(await digests(kept));
    await expectWhole(folder);
  });

  it('refuses a file that is damaged or cut off, and leaves nothing behind', async () => {
    const file = join(root, 'damaged.export');
    expect(await quorate('db', 'export', kept, file)).toMatchObject({ status: 0 });
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    for (const wrong of [bytes.subarray(0, -9), changed, Buffer.from('a letter')]) {
      writeFileSync(file, wrong);
      const folder = join(root, 'never');
      expect(await quorate('db', 'import', folder, file)).toMatchObject({
        status: 64,
        stderr: expect.stringContaining('cannot be imported'),
      });
      expect(() => statSync(folder)).toThrow('ENOENT');
    }
  });

  it('says that a folder is not a devnet', async () => {
    expect(await quorate('db', 'check', root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('holds no devnet'),
    });
  });

  it('checks what a killed devnet has left', async () => {
    const folder = join(root, 'killed');
    devnet = await startOn(folder);
    expect(await devnet.drip()).toBe(true);
    devnet.child.kill('SIGKILL');
    await once(devnet.child, 'exit');
    expect(await quorate('db', 'check', folder)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 certificate verified'),
    });
  });
});
