import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { checkData } from '../db/check-data.ts';
import { startDevnet } from '../devnet.ts';
import { DevnetError } from '../options.ts';
import { openReturns } from './returns.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-return-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const marker = () => join(folder, 'return.json');

it('says on the disk that a return is under way, until it has succeeded', async () => {
  const returns = openReturns(folder);
  const seen: unknown[] = [];
  const act = async () => void seen.push(JSON.parse(readFileSync(marker(), 'utf8')));
  for (const snapshot of ['then', undefined]) {
    await returns.carryOut(snapshot, act);
    expect(existsSync(marker())).toBe(false);
  }
  // A later process can make a reset again, but not a return to a snapshot.
  expect(seen).toEqual([
    { version: 1, snapshot: 'then' },
    { version: 1, snapshot: null },
  ]);
  const fails = () => Promise.reject(new Error('v1 did not come up'));
  await expect(returns.carryOut('then', fails)).rejects.toThrow('v1 did not come up');
  expect(existsSync(marker())).toBe(true);
  await returns.carryOut(undefined, act);
  expect(existsSync(marker())).toBe(false);
});

it('begins none once the devnet closes, and the devnet waits for the one under way', async () => {
  const returns = openReturns(undefined);
  let finish = (): void => undefined;
  const first = returns.carryOut('then', () => new Promise((resolve) => (finish = resolve)));
  const order: string[] = [];
  const ended = returns.end().then(() => order.push('closed'));
  const second = returns.carryOut('then', async () => void order.push('second'));
  await expect(second).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  void first.then(() => order.push('first'));
  finish();
  await ended;
  expect(order).toEqual(['first', 'closed']);
});

it('makes a reset again that was cut off, after which no node holds what was undone, and says so', async () => {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
  const options = { dataDir: folder, validators: 1, accounts: 1, log };
  const before = await startDevnet(options);
  await createAdminCaller(before).pay();
  await before.close();
  writeFileSync(marker(), '{"version": 1, "snapshot": null}');
  await expect(checkData(folder)).rejects.toMatchObject({
    code: 'UnreadableData',
    message: expect.stringMatching(
      /return\.json: the network was being put back .*start the devnet once/,
    ),
  });
  expect(said).toEqual([]);
  // It may fail once more: the next start makes it again all the same.
  mkdirSync(join(folder, 'v1.keys.tmp'));
  const failed = startDevnet(options);
  await expect(failed).rejects.toBeInstanceOf(DevnetError);
  await expect(failed).rejects.toMatchObject({
    code: 'UnreadableData',
    message: expect.stringMatching(/^v1: not put back .* mixed: start the devnet again/),
  });
  rmdirSync(join(folder, 'v1.keys.tmp'));
  const after = await startDevnet(options);
  expect(said.filter((line) => line.includes('the last reset'))).toHaveLength(2);
  expect(await createAdminCaller(after).balance()).toBe(String(after.accounts[0]?.balance));
  expect(existsSync(marker())).toBe(false);
  await after.close();
  expect(await checkData(folder)).toMatchObject({
    isSound: true,
    validators: [{ certificates: 0 }],
  });
});

it('refuses data that were put back only in part, to a snapshot that is gone', async () => {
  writeFileSync(marker(), '{"version": 1, "snapshot": "then"}');
  await expect(startDevnet({ dataDir: folder })).rejects.toMatchObject({
    code: 'UnreadableData',
    message: expect.stringMatching(/the snapshot then was being put back .*quorate db import/),
  });
});
