import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@quorate/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from './command-error.ts';
import { openWallet, writeKeyFile } from './key-file.ts';
import type { KnownNetwork } from './network.ts';

const NEW_ACCOUNT = {
  sender: '07'.repeat(32),
  balance: '0',
  next_nonce: 0,
  pending_confirmation: null,
  requested_state: [],
  requested_certificates: null,
  requested_validated_transaction: null,
  token_balance: [],
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a key file', () => {
  it('is for its owner alone, and never written over', () => {
    const path = join(folder, 'deep/key');
    writeKeyFile(path, new Uint8Array(32).fill(7));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => writeKeyFile(path, new Uint8Array(32))).toThrow(CommandError);
    expect(readFileSync(path, 'utf8').trim()).toBe('07'.repeat(32));
  });

  it('has its outbox beside it, whichever folder it is used from', async () => {
    const keyFile = join(folder, 'key');
    writeKeyFile(keyFile, new Uint8Array(32).fill(7));
    const client = createClient({
      url: 'http://127.0.0.1',
      fetch: (_, init) =>
        init?.method === 'POST'
          ? Promise.resolve(Response.json({ error: { code: 'DATABASE_ERROR', message: '' } }))
          : Promise.resolve(Response.json({ data: NEW_ACCOUNT })),
    });
    const wallet = openWallet(
      { client, rest: '', seed: undefined, networkId: 'fast:localnet', accounts: [] },
      { keyFile },
    );
    await expect(wallet.transact([])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(readdirSync(folder)).toEqual(['key', 'key.fast-localnet.outbox.json']);
  });

  it('that is missing is a mistake of the caller', () => {
    const keyFile = join(folder, 'none');
    expect(() => openWallet({ accounts: [] } as unknown as KnownNetwork, { keyFile })).toThrow(
      new CommandError(`${keyFile}: there is no such file`),
    );
  });
});
