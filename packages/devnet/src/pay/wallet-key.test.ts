import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorOf } from '@quorate/testkit';
import { afterAll, expect, it } from 'vitest';
import { hasWalletKey, WALLET_KEY_FILE, walletKey } from './wallet-key.ts';

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
});
