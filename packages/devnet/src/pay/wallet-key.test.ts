import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorOf } from '@quorate/testkit';
import { afterAll, expect, it } from 'vitest';
import { hasWalletKey, keepKey, WALLET_KEY_FILE, walletKey } from './wallet-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-wallet-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('makes no new key where the old one is on a disk that is not there', () => {
  const path = join(folder, WALLET_KEY_FILE);
  expect(hasWalletKey(path)).toBe(false);
  symlinkSync(join(folder, 'elsewhere', WALLET_KEY_FILE), path);
  expect(hasWalletKey(path)).toBe(true);
  expect(errorOf(() => walletKey(path))).toMatchObject({
    code: 'UnreadableData',
    message: `${path} cannot be read: it is a link that leads nowhere`,
  });
  expect(readdirSync(folder)).toEqual([WALLET_KEY_FILE]);
  rmSync(path);
});

it.each(['', '7'.repeat(63), '7'.repeat(65), `x${'7'.repeat(64)}`, `${'7'.repeat(63)}g`])(
  'takes nothing but 64 hex digits for a key: %j',
  (text) => {
    const path = join(folder, 'malformed.key');
    writeFileSync(path, text);
    expect(errorOf(() => walletKey(path))).toMatchObject({
      code: 'UnreadableData',
      message: `${path}: expected a key of 64 hex digits`,
    });
  },
);

it('gives the key that was kept, and says so when it is gone', () => {
  const path = join(folder, 'kept.key');
  const key = new Uint8Array(32).map((_, index) => index * 8);
  keepKey(path, key);
  expect(walletKey(path)).toEqual(key);
  rmSync(path);
  expect(errorOf(() => walletKey(path))).toMatchObject({
    code: 'UnreadableData',
    message: `${path} cannot be read: it is gone`,
  });
});
