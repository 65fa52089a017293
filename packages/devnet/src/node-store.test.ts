import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@quorate/storage';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectStore, openNodeStore, troubleOf } from './node-store.ts';
import { isOfTheMachine } from './options.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-node-store-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('a store of which an empty file is left is lost to whoever had one, and begins for everybody else', async () => {
  mkdirSync(join(dataDir, 'v1'));
  writeFileSync(join(dataDir, 'v1', 'data.mdb'), '');
  expect(() => expectStore(dataDir, 'v1')).toThrow('no longer holds a store');
  await openNodeStore(dataDir, 'v1').release();
});

it('a store that the disk does not take is no damaged one', () => {
  const cause = new StoreError('EIO', { code: 'FlushFailed', retryable: true });
  const trouble = troubleOf(cause);
  expect(trouble).toMatchObject({ code: 'NotWritable', message: 'EIO' });
  expect(trouble !== undefined && isOfTheMachine(trouble)).toBe(true);
});
