import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevnet } from '@quorate/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';

let folder: string;
let data: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-db-'));
  data = at('data');
  await (await startDevnet({ port: 0, validators: 1, accounts: 1, dataDir: data })).close();
  writeFileSync(at('file'), 'no export');
  mkdirSync(at('taken'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function at(...names: string[]): string {
  return join(folder, ...names);
}

/** Expects that a command says why it does nothing, and that it leaves nothing behind. */
async function expectRefusal(code: number, complaint: string, ...args: string[]): Promise<void> {
  const before = readdirSync(folder);
  expect(await quorate('db', ...args)).toEqual({ code, out: '', err: `error ${complaint}\n` });
  expect(readdirSync(folder)).toEqual(before);
}

describe('quorate db export', () => {
  it('names the impossible file, as it was given', async () => {
    const cases = [
      [at('no', 'such', 'x'), `${at('no', 'such')} is not a folder: create it, or name another`],
      [at('file', 'x'), `${at('file')} is not a folder: create it, or name another`],
      [at('taken'), 'it is a folder: name a file in it'],
      [at('device'), 'it is not a file'],
    ] as const;
    symlinkSync('/dev/null', at('device'));
    for (const [file, why] of cases) {
      const complaint = `${file} cannot be written: ${why}`;
      await expectRefusal(exitCodes.usage, complaint, 'export', data, file);
    }
  });

  it('names the file that the system forbids, as it was given', async () => {
    // This folder obstructs the file that is written first, even for a user who may write anywhere.
    mkdirSync(at('held.tmp'));
    const file = at('held');
    await expectRefusal(
      exitCodes.environment,
      `${file} cannot be written (ERR_FS_EISDIR): name a file that this user may write, on a disk with room`,
      ...['export', data, file],
    );
  });

  it('overwrites an existing file', async () => {
    writeFileSync(at('backup'), 'older');
    expect(await quorate('db', 'export', data, at('backup'))).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(at('backup'), 'utf8')).toMatch(/^quorate export 1/);
    symlinkSync(at('backup'), at('latest'));
    writeFileSync(at('backup'), 'older');
    expect(await quorate('db', 'export', data, at('latest'))).toMatchObject({ code: 0, err: '' });
    expect(lstatSync(at('latest')).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('backup'), 'utf8')).toMatch(/^quorate export 1/);
  });
});

describe('quorate db import', () => {
  it('names the file that it cannot import', async () => {
    // The length exceeds what the host reads at once.
    writeFileSync(
      at('damaged'),
      `quorate export 1\n${'\x7f'.repeat(3)}\xff${'\x7f'.repeat(4)}`,
      'latin1',
    );
    const cases = [
      [at('nofile'), 'there is no such file'],
      [at('file', 'x'), 'there is no such file'],
      [at('taken'), 'it is a folder, not a file'],
      [at('file'), 'it was cut off'],
      [at('damaged'), 'it is damaged'],
    ] as const;
    for (const [file, why] of cases) {
      const complaint = `${file} cannot be imported: ${why}`;
      await expectRefusal(exitCodes.usage, complaint, 'import', at('nope'), file);
    }
  });

  it('names the folder that is in the way', async () => {
    const remedy = 'choose another folder, or move this one away';
    const { usage } = exitCodes;
    await expectRefusal(usage, `${data} is not empty: ${remedy}`, 'import', data, at('file'));
    await expectRefusal(
      usage,
      `${at('file')} is not a folder: ${remedy}`,
      ...['import', at('file'), at('file')],
    );
    const { code, err } = await quorate('db', 'import', at('file', 'below'), at('file'));
    expect(err).toContain(`error ${at('file')} is not a folder (EEXIST: `);
    expect(code).toBe(usage);
  });
});

describe('quorate db import', () => {
  it('says how to go on, quoted for the shell', async () => {
    const [file, into] = [at('all.quorate'), at('a folder')];
    expect(await quorate('db', 'export', data, file)).toMatchObject({ code: 0 });
    expect(await quorate('db', 'import', into, file)).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `\nnpx quorate devnet --data-dir '${into}' continues with it.\n`,
      ),
    });
  });
});
