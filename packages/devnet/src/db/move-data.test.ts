import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
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
import { errorOf } from '@quorate/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readExport, writeExport } from './export-file.ts';
import { exportRows, importData } from './move-data.ts';

let folder: string;
let file: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-move-'));
  file = join(folder, 'all.quorate');
  target = join(folder, 'data');
  const rows = [['key', 'value']] as const;
  writeExport(file, [
    { type: 'File', name: 'network.json', text: '{}' },
    { type: 'Rows', node: 'v1', rows },
    { type: 'Rows', node: 'v2', rows },
  ]);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('one import of two into one folder is refused, and the other is whole', async () => {
  const first = importData(target, file);
  await expect(importData(target, file)).rejects.toMatchObject({
    code: 'DataInUse',
    message: expect.stringMatching(/is in use \(.*held by process \d+\): wait until the other/),
  });
  expect(await first).toEqual({ nodes: 2, rows: 2 });
  expect(readdirSync(target)).toEqual(['network.json', 'v1', 'v2']);
  expect(readdirSync(folder)).toEqual(['all.quorate', 'data']);
});

it('an import removes nothing that has come into its place meanwhile', async () => {
  const importing = importData(target, file);
  mkdirSync(target);
  writeFileSync(join(target, 'network.json'), 'of another');
  await expect(importing).rejects.toMatchObject({ code: 'InvalidOption' });
  expect(readFileSync(join(target, 'network.json'), 'utf8')).toBe('of another');
  expect(readdirSync(folder)).toEqual(['all.quorate', 'data']);
});

it('an import does not replace the current folder', async () => {
  mkdirSync(target);
  const here = vi.spyOn(process, 'cwd').mockReturnValue(target);
  try {
    await expect(importData(target, file)).rejects.toMatchObject({
      code: 'InvalidOption',
      message: `${target} is the folder you are in: choose another folder, or move this one away`,
    });
  } finally {
    here.mockRestore();
  }
  expect(readdirSync(folder)).toEqual(['all.quorate', 'data']);
});

it('an import says what is in its place where a link leads nowhere', async () => {
  symlinkSync(join(folder, 'gone'), target);
  await expect(importData(target, file)).rejects.toMatchObject({
    code: 'UnreadableData',
    message: expect.stringMatching(/data is not a folder \(ENOTDIR.*: move away what is there/),
  });
  expect(readdirSync(folder)).toEqual(['all.quorate', 'data']);
});

it('an import reads a pipe to its end, though the system gives a part at a time', async () => {
  const [large, pipe] = [join(folder, 'large'), join(folder, 'pipe')];
  writeExport(large, [
    { type: 'File', name: 'network.json', text: '{}' },
    { type: 'Rows', node: 'v1', rows: [['key', 'x'.repeat(200_000)]] },
  ]);
  spawnSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', large, pipe]);
  const [moved] = await Promise.all([importData(target, pipe), once(writer, 'exit')]);
  expect(moved).toEqual({ nodes: 1, rows: 1 });
});

it('an import goes where a link to an empty folder leads', async () => {
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), target);
  await importData(target, file);
  expect(existsSync(join(folder, 'elsewhere', 'network.json'))).toBe(true);
});

it.runIf(existsSync('/dev/full'))(
  'a disk that fills up in the middle of an import is named',
  async () => {
    const importing = importData(target, file);
    // The second store is begun after the first is written.
    mkdirSync(join(folder, '.data.importing', 'v2'));
    symlinkSync('/dev/full', join(folder, '.data.importing', 'v2', 'lock.mdb'));
    await expect(importing).rejects.toMatchObject({ code: 'DiskFull' });
    expect(readdirSync(folder)).toEqual(['all.quorate']);
  },
);

it('an export has the files of its network, and every row of each store', async () => {
  const files = { 'network.json': '{"n": 1}', 'wallet.key': 'w', 'roster.json': '{"r": 1}' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const issued = { version: 1, issued: 3 };
  const held = JSON.stringify({ ...issued, keys: ['ab'.repeat(32)] });
  writeFileSync(join(folder, 'v2.keys'), held);
  writeFileSync(join(folder, 'notes.txt'), 'of nobody');
  const sizes = [0, 1, 999, 1000, 1001, 2000, 2001];
  const stores = sizes.map((size, index) => {
    const rows = Array.from({ length: size }, (_, at) => [`k${at}`, at] as const);
    return [`v${index}`, rows] as const;
  });
  const parts = [...readExport(exportRows(folder, 'then', new Map(stores)))];
  const texts = parts.flatMap((part) => (part.type === 'File' ? [[part.name, part.text]] : []));
  const { 'v2.keys': keys, ...others } = Object.fromEntries(texts);
  expect(others).toEqual(files);
  // A key that was destroyed since may have been held then, so all keys that were issued are listed
  // again.
  expect(JSON.parse(keys)).toEqual(issued);
  const rows = parts.flatMap((part) => (part.type === 'Rows' ? [part] : []));
  for (const [node, held] of stores) {
    const own = rows.filter((part) => part.node === node);
    expect(own.length).toBeGreaterThan(0);
    expect(own.flatMap((part) => part.rows)).toEqual(held);
  }
});

it('an import keeps nothing of one that was killed', async () => {
  mkdirSync(join(folder, '.data.importing', 'v9'), { recursive: true });
  writeFileSync(join(folder, '.data.importing', 'v9.keys'), '{}');
  await importData(target, file);
  expect(readdirSync(target)).toEqual(['network.json', 'v1', 'v2']);
});

it.each(['../above', 'in/it', '.data', '..'])(
  'an import reaches no place called %s',
  async (name) => {
    for (const part of [
      { type: 'File', name, text: '{}' },
      { type: 'Rows', node: name, rows: [] },
    ] as const) {
      writeExport(file, [{ type: 'File', name: 'network.json', text: '{}' }, part]);
      await expect(importData(target, file)).rejects.toMatchObject({
        code: 'UnreadableData',
        message: `an export names "${name}", outside itself`,
      });
      expect(readdirSync(folder)).toEqual(['all.quorate']);
    }
  },
);

it('a folder without its network is not exported, and such an export is not imported', async () => {
  writeFileSync(join(folder, 'roster.json'), '{}');
  const why = { code: 'UnreadableData', message: expect.stringContaining('no network.json') };
  expect(errorOf(() => exportRows(folder, 'then', new Map()))).toMatchObject(why);
  writeExport(file, [{ type: 'File', name: 'roster.json', text: '{}' }]);
  await expect(importData(target, file)).rejects.toMatchObject(why);
  expect(readdirSync(folder)).toEqual(['all.quorate', 'roster.json']);
});
