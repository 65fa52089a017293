import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCrypto } from '@quorate/crypto';
import { errorOf, seedOf } from '@quorate/testkit';
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
  it('C9 keeps holding a key that cannot be destroyed on the disk', () => {
    const crypto = openCrypto('trusted');
    const keys = openKeyChain({ name: 'v1', dataDir, first: 1, secretOf: seedOf, crypto });
    const [key] = keys.held();
    if (key === undefined) throw new Error('it has no key');
    const path = join(dataDir, 'v1.keys');
    const kept = readFileSync(path, 'utf8');
    // In the way of the file that is written first, even for a user who may write anywhere.
    mkdirSync(`${path}.tmp`);
    expect(() => keys.destroy(key)).toThrow(expect.objectContaining({ code: 'UnreadableData' }));
    expect(keys.held()).toEqual([key]);
    expect(readFileSync(path, 'utf8')).toBe(kept);
    rmSync(`${path}.tmp`, { recursive: true });
    keys.destroy(key);
    expect(keys.held()).toEqual([]);
    expect(readFileSync(path, 'utf8')).not.toBe(kept);
  });

  it('C9 takes no keys of another node, whose locks it does not know, and none that lack its first', () => {
    const crypto = openCrypto('trusted');
    const open = (name: string) =>
      openKeyChain({ name, dataDir, first: 1, secretOf: seedOf, crypto });
    for (const name of ['v1', 'v2']) open(name).fresh();
    const path = join(dataDir, 'v1.keys');
    const refusal = (why: string) => ({
      code: 'UnreadableData',
      message: `${path} cannot be read: ${why}`,
    });
    const own = readFileSync(path, 'utf8');
    copyFileSync(join(dataDir, 'v2.keys'), path);
    expect(errorOf(() => open('v1'))).toMatchObject(
      refusal('keys.0: expected a key of v1 in this network'),
    );
    writeFileSync(path, own.replace('"issued": 2', '"issued": 0'));
    expect(errorOf(() => open('v1'))).toMatchObject(refusal('issued: expected 1 at least, got 0'));
    writeFileSync(path, own);
    expect(open('v1').held()).toHaveLength(2);
  });
});
