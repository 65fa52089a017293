import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCrypto } from '@quorate/crypto';
import { seedOf } from '@quorate/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyChain } from './key-chain.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-keys-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

describe('openKeyChain', () => {
  it('C9 holds a key on where it cannot be destroyed on the disk', () => {
    const crypto = openCrypto('trusted');
    const keys = openKeyChain({ name: 'v1', dataDir, first: 1, secretOf: seedOf, crypto });
    const [key] = keys.held();
    if (key === undefined) throw new Error('it has no key');
    const path = join(dataDir, 'v1.keys');
    const kept = readFileSync(path, 'utf8');
    // In the way of the file that is written first, also for whoever may write anywhere.
    mkdirSync(`${path}.tmp`);
    expect(() => keys.destroy(key)).toThrow(expect.objectContaining({ code: 'ERR_FS_EISDIR' }));
    expect(keys.held()).toEqual([key]);
    expect(readFileSync(path, 'utf8')).toBe(kept);
    rmSync(`${path}.tmp`, { recursive: true });
    keys.destroy(key);
    expect(keys.held()).toEqual([]);
    expect(readFileSync(path, 'utf8')).not.toBe(kept);
  });
});
