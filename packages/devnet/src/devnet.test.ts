import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import {
  envelopeToJson,
  factsOf,
  hexToBytes,
  type JsonObject,
  NATIVE_TOKEN_ID,
  parseJson,
  stringifyJson,
  type VersionedTransaction,
} from '@quorate/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdminCaller } from '../test/admin-caller.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import type { DevnetOptions } from './options.ts';

const running: Devnet[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await startDevnet({ port: 0, ...options });
  running.push(devnet);
  return devnet;
}

async function call(url: string, method: string, params: unknown): Promise<JsonObject> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson({ jsonrpc: '2.0', id: 1, method, params: params as JsonObject }),
  });
  expect(response.status).toBe(200);
  return parseJson(await response.text()) as JsonObject;
}

describe('startDevnet', () => {
  it('settles a payment that is sent to its proxy, at every validator', async () => {
    const devnet = await start();
    const [alice, bob] = devnet.accounts;
    if (alice === undefined || bob === undefined) throw new Error('no accounts');
    const signer = createSigner(loadEd25519(), hexToBytes(alice.secretKey));
    const transaction: VersionedTransaction = {
      release: 'Release20260407',
      transaction: {
        networkId: devnet.networkId,
        sender: alice.address,
        nonce: 0n,
        timestampNanos: 1n,
        claims: [
          {
            kind: 'TokenTransfer',
            tokenId: NATIVE_TOKEN_ID,
            recipient: bob.address,
            amount: 5n,
            userData: null,
          },
        ],
        archival: false,
        feeToken: null,
      },
    };
    const signature = signer.sign(factsOf(transaction).signingBytes);
    const envelope = { transaction, signature: { kind: 'Signature', signature } } as const;
    const params = envelopeToJson(envelope, 'rpc');
    const answer = await call(devnet.proxyRpc, 'proxy_submitTransaction', params);
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: 1, result: { Success: {} } });
    for (const { rpc } of devnet.validators) {
      const address = [...hexToBytes(bob.address)];
      const { result } = await call(rpc, 'getAccountInfo', { address });
      expect(result).toMatchObject({ balance: (bob.balance + 5n).toString(16), next_nonce: 0 });
    }
  });

  it('can be written as JSON, and handed to other threads, with all that it says', async () => {
    const devnet = await start({ validators: 1, accounts: 1 });
    const { accounts, genesisTimeNanos, rest } = devnet;
    const balance = 10n ** 24n;
    expect(accounts).toMatchObject([{ name: 'alice', balance }]);
    const [alice] = JSON.parse(JSON.stringify(accounts));
    expect(alice).toEqual({ ...accounts[0], balance: `${balance}` });
    expect(JSON.parse(JSON.stringify(devnet))).toMatchObject({
      genesisTimeNanos: `${genesisTimeNanos}`,
      committee: ['v1'],
      validators: [{ name: 'v1' }],
      accounts: [alice],
      rest,
    });
    expect(structuredClone(accounts)).toEqual(accounts);
  });

  it('goes back to a snapshot, and to where it began', async () => {
    const devnet = await start({ validators: 1, accounts: 1 });
    const { pay, balance } = createAdminCaller(devnet);
    const first = await balance();
    await expect(devnet.restore('then')).rejects.toThrow('no snapshot then; none was taken');
    await pay();
    const then = await balance();
    await devnet.snapshot('then');
    await pay();
    await devnet.restore('then');
    expect(await balance()).toBe(then);
    await devnet.reset();
    expect(await balance()).toBe(first);
    const message = 'no snapshot never; there is then';
    await expect(devnet.restore('never')).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    await expect(devnet.snapshot('No Name')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('is closed at the end of the block that declares it, also after a failure', async () => {
    let url = '';
    const block = async () => {
      await using devnet = await startDevnet({ validators: 1, accounts: 1 });
      url = `${devnet.rest}/healthz`;
      expect((await fetch(url)).status).toBe(200);
      throw new Error('a test failed');
    };
    await expect(block()).rejects.toThrow('a test failed');
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('keeps everything in one folder, though its process changes to another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-folder-'));
    // A thread cannot go anywhere, and tests run in threads.
    const where = vi.spyOn(process, 'cwd').mockReturnValue(folder);
    const starting = start({ dataDir: 'data', validators: 1, accounts: 1 });
    where.mockRestore();
    const devnet = await starting;
    expect(devnet.dataDir).toBe(join(folder, 'data'));
    const body = JSON.stringify({ to: '07'.repeat(32), amount: '1', chain: 'fast' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${devnet.rest}/api/pay/send`, { method: 'POST', headers, body });
    expect(existsSync(join(folder, 'data', 'wallet.key'))).toBe(true);
    await devnet.close();
    rmSync(folder, { recursive: true });
  });
});
