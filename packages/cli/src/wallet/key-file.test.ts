import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, signerOf } from '@quorate/client';
import { bytesToHex, DecodeError, type NetworkId } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandError } from '../command-error.ts';
import { openWallet, readKeyFile, writeKeyFile } from './key-file.ts';
import type { KnownAccount, KnownNetwork } from './network.ts';

const NEW_ACCOUNT = {
  sender: signerOf('07'.repeat(32)).address,
  balance: '0',
  next_nonce: 0,
  pending_confirmation: null,
  requested_state: [],
  requested_certificates: null,
  requested_validated_transaction: null,
  token_balance: [],
};

const silent = (): void => undefined;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Gives a network that never says what has become of a transaction, and the transactions that it
 * was sent.
 */
function networkOf(accounts: readonly KnownAccount[]) {
  const sent: unknown[] = [];
  const client = createClient({
    url: 'http://127.0.0.1',
    fetch: (_, init) => {
      if (init?.method !== 'POST') return Promise.resolve(Response.json({ data: NEW_ACCOUNT }));
      sent.push(init.body);
      return Promise.resolve(Response.json({ error: { code: 'DATABASE_ERROR', message: '' } }));
    },
  });
  const network: KnownNetwork = {
    client,
    rest: '',
    seed: undefined,
    genesisTimeNanos: '5',
    networkId: 'fast:localnet',
    accounts,
    names: accounts,
  };
  return { network, sent };
}

describe('a key file', () => {
  it('is for its owner alone, and never written over', () => {
    const path = join(folder, 'deep/key');
    writeKeyFile(path, new Uint8Array(32).fill(7));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => writeKeyFile(path, new Uint8Array(32))).toThrow(CommandError);
    expect(readFileSync(path, 'utf8').trim()).toBe('07'.repeat(32));
  });

  it('outlives a power cut, and so does every folder that is made for it', () => {
    const opened = new Map<number, string>();
    const synced: (string | undefined)[] = [];
    const { openSync, fsyncSync } = fs;
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
      const file = openSync(path, ...more);
      opened.set(file, String(path));
      return file;
    });
    vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      synced.push(opened.get(file));
      fsyncSync(file);
    });
    syncBuiltinESMExports();
    try {
      writeKeyFile(join(folder, 'new', 'newer', 'key'), new Uint8Array(32).fill(7));
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
    const newer = join(folder, 'new', 'newer');
    expect(synced).toEqual([folder, join(folder, 'new'), join(newer, 'key'), newer]);
  });

  it('that other users can read is for its owner alone once it has been read', () => {
    const path = join(folder, 'key');
    writeFileSync(path, `${'07'.repeat(32)}\n`);
    for (const mode of [0o644, 0o640, 0o604]) {
      chmodSync(path, mode);
      expect(readKeyFile(path)).toBe('07'.repeat(32));
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    // A key that its owner has protected from being written stays so.
    for (const mode of [0o400, 0o444]) {
      chmodSync(path, mode);
      expect(readKeyFile(path)).toBe('07'.repeat(32));
      expect(statSync(path).mode & 0o777).toBe(0o400);
    }
  });

  it('leaves a file that holds no key readable for others', () => {
    const path = join(folder, 'notes');
    writeFileSync(path, 'no key');
    chmodSync(path, 0o644);
    expect(() => readKeyFile(path)).toThrow(
      new CommandError(`${path}: expected a key of 64 hex digits`),
    );
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it('cannot lie below a file, and the error says so', () => {
    const path = join(folder, 'key');
    writeKeyFile(path, new Uint8Array(32).fill(7));
    const below = join(path, 'other');
    const message = `${below}: no key was made, since it cannot be kept here: a part of the path is a file, not a folder; give --key-file a new file in a folder where you may write`;
    expect(() => writeKeyFile(below, new Uint8Array(32))).toThrow(new CommandError(message));
  });

  it('that cannot be written says so, and what to do', () => {
    const path = join(folder, 'key');
    writeFileSync(path, '');
    expect(() => writeKeyFile(path, new Uint8Array(32))).toThrow(
      new CommandError(
        `${path}: no key was made, since it cannot be kept here: it exists already; give --key-file a new file in a folder where you may write`,
      ),
    );
  });

  it('has its outbox beside it, whichever folder it is used from', async () => {
    const keyFile = join(folder, 'key');
    writeKeyFile(keyFile, new Uint8Array(32).fill(7));
    const wallet = openWallet(networkOf([]).network, { keyFile }, silent);
    await expect(wallet.transact([])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(readdirSync(folder)).toEqual(['key', 'key.fast-localnet.outbox.json']);
  });

  it('of a devnet account has the outbox that the account has by name, only on this devnet', async () => {
    const tell = vi.fn();
    const keyFile = join(folder, 'key');
    const secretKey = new Uint8Array(32).fill(7);
    writeKeyFile(keyFile, secretKey);
    const { address } = signerOf(secretKey);
    const { network, sent } = networkOf([
      { name: 'erin', address, secretKey: bytesToHex(secretKey) },
    ]);
    const outboxes = join(folder, 'outbox');
    for (const sender of [{ keyFile }, { from: 'erin' }]) {
      const { transact } = openWallet(network, sender, silent, outboxes);
      await expect(transact([])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    }
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(readdirSync(folder)).toEqual(['key', 'outbox']);
    expect(readdirSync(outboxes)).toEqual([`fast-localnet-5-${address}.json`]);
    // A transaction pending on the one devnet is not wanted on the other.
    const later = openWallet({ ...network, genesisTimeNanos: '6' }, { keyFile }, tell, outboxes);
    await expect(later.transact([])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(readdirSync(outboxes)).toEqual(
      [5, 6].map((at) => `fast-localnet-${at}-${address}.json`),
    );
    expect(tell).not.toHaveBeenCalled();
  });

  it('reports what became of an earlier pending transaction before it sends more', async () => {
    const keyFile = join(folder, 'key');
    writeKeyFile(keyFile, new Uint8Array(32).fill(7));
    const { network } = networkOf([]);
    await expect(openWallet(network, { keyFile }, silent).transact([])).rejects.toMatchObject({
      kept: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const refusing = createClient({
      url: 'http://127.0.0.1',
      fetch: (url, init) => {
        const error = { code: 'INVALID_REQUEST', message: 'too old' };
        if (init?.method === 'POST')
          return Promise.resolve(Response.json({ error }, { status: 400 }));
        const data = String(url).includes('certificates') ? [] : NEW_ACCOUNT;
        return Promise.resolve(Response.json({ data }));
      },
    });
    const told: string[] = [];
    const tell = (text: string) => void told.push(text);
    const wallet = openWallet({ ...network, client: refusing }, { keyFile }, tell);
    await expect(wallet.transact([])).rejects.toMatchObject({ kept: undefined });
    expect(told).toEqual(['what an earlier command had left on its way was refused: too old\n']);
  });

  it('is refused if what is signed cannot be kept', () => {
    const keyFile = join(folder, 'key');
    writeKeyFile(keyFile, new Uint8Array(32).fill(7));
    const { address } = signerOf(new Uint8Array(32).fill(7));
    const secretKey = '07'.repeat(32);
    const { network, sent } = networkOf([{ name: 'erin', address, secretKey }]);
    const outboxes = join(keyFile, 'outbox');
    expect(() => openWallet(network, { keyFile }, silent, outboxes)).toThrow(
      new CommandError(
        `nothing was sent: signed transactions are kept in ${outboxes}, which cannot be written: a part of the path is a file, not a folder`,
      ),
    );
    expect(sent).toEqual([]);
    expect(readdirSync(folder)).toEqual(['key']);
  });

  it('sends nothing while something else lies in the place of its outbox, and says where', async () => {
    const keyFile = join(folder, 'key');
    const outbox = `${keyFile}.fast-localnet.outbox.json`;
    writeKeyFile(keyFile, new Uint8Array(32).fill(7));
    const { network, sent } = networkOf([]);
    const send = () => openWallet(network, { keyFile }, silent).transact([]);
    const expected = 'a signed transaction, as a wallet keeps one that is on its way';
    for (const text of ['', 'junk', '{}', '{"nonce":"0","transaction":"zz","signature":""}']) {
      writeFileSync(outbox, text);
      await expect(send()).rejects.toThrow(new DecodeError('UnexpectedType', outbox, expected));
      expect(readFileSync(outbox, 'utf8')).toBe(text);
    }
    rmSync(outbox);
    mkdirSync(outbox);
    await expect(send()).rejects.toThrow(new CommandError(`${outbox}: a folder, not a file`));
    rmdirSync(outbox);
    for (const beside of [`${outbox}.lock`, `${outbox}.tmp`]) {
      mkdirSync(beside);
      await expect(send()).rejects.toThrow(new CommandError(`${beside}: a folder, not a file`));
      rmdirSync(beside);
    }
    expect(sent).toEqual([]);
  });

  it('does not sign for an unknown network, and makes no folder for it', () => {
    const keyFile = join(folder, 'key');
    writeKeyFile(keyFile, new Uint8Array(32).fill(7));
    const { address } = signerOf(new Uint8Array(32).fill(7));
    const secretKey = '07'.repeat(32);
    const { network } = networkOf([{ name: 'erin', address, secretKey }]);
    const nowhere = { ...network, networkId: '../../escape' as NetworkId };
    const outboxes = join(folder, 'deep/outbox');
    expect(() => openWallet(nowhere, { from: 'erin' }, silent, outboxes)).toThrow(DecodeError);
    expect(readdirSync(folder)).toEqual(['key']);
  });

  it('that is missing is a mistake of the caller', () => {
    const keyFile = join(folder, 'none');
    expect(() =>
      openWallet({ accounts: [] } as unknown as KnownNetwork, { keyFile }, silent),
    ).toThrow(new CommandError(`${keyFile}: there is no such file`));
  });
});
