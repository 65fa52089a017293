import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@quorate/storage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOfTheMachine } from '../options.ts';
import { expectStore, folderError, openNodeStore, troubleOf } from './node-store.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-node-store-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('a store with only an empty file left is lost to a node that had one, and begins for any other', async () => {
  mkdirSync(join(dataDir, 'v1'));
  writeFileSync(join(dataDir, 'v1', 'data.mdb'), '');
  expect(() => expectStore(dataDir, 'v1')).toThrow('no longer holds a store');
  await openNodeStore(dataDir, 'v1').release();
});

it('a store that the disk does not take is not damaged', () => {
  const cause = new StoreError('EIO', { code: 'FlushFailed', retryable: true });
  const trouble = troubleOf(cause);
  expect(trouble).toMatchObject({ code: 'NotWritable', message: 'EIO' });
  expect(trouble !== undefined && isOfTheMachine(trouble)).toBe(true);
});

it.each([
  ['EACCES', 'NotWritable', 'give this user the right to write there, or choose another folder'],
  ['EMFILE', 'TooManyOpen', 'close connections, or allow more open files (ulimit -n)'],
  ['ENFILE', 'TooManyOpen', 'close connections, or allow more open files (ulimit -n)'],
])(
  'a folder that cannot be written because of %s comes with what helps',
  (system, code, remedy) => {
    const cause = Object.assign(new Error('open'), { code: system, syscall: 'open' });
    expect(folderError('/data', cause)).toMatchObject({
      code,
      message: `/data cannot be written (open): ${remedy}`,
    });
  },
);
