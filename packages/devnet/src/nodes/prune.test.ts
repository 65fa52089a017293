import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, createWallet, memoryOutbox } from '@quorate/client';
import {
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  factsOf,
  type JsonObject,
  type JsonValue,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { checkData } from '../db/check-data.ts';
import { exportData, importData } from '../db/move-data.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { PruneOptions } from './prune.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-prune-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PAYMENTS = 4;
const PATIENCE = { timeout: 60_000 };
const RANGE = { start: 0, limit: 3 };

/** An envelope as a wallet keeps it. */
function outgoingOf({ transaction, signature }: TransactionEnvelope, nonce: bigint) {
  return {
    nonce: String(nonce),
    transaction: bytesToHex(encodeTransaction(transaction)),
    signature: bytesToHex(encodeSignature(signature)),
  };
}

/** Names the transaction of the certificate that is shown for an envelope. */
async function idShown(client: Client, { transaction }: TransactionEnvelope) {
  const { envelope } = await client.certificate(transactionId(transaction));
  return transactionId(envelope.transaction);
}

/** Has payments of alice settled, and comes back once v1 has pruned all of them but the last. */
async function pruned(
  dataDir: string,
  prune: PruneOptions,
): Promise<{ readonly devnet: Devnet; readonly envelopes: readonly TransactionEnvelope[] }> {
  const devnet = await startDevnet({ port: 0, dataDir, accounts: 2, prune });
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const envelopes: TransactionEnvelope[] = [];
  for (let nonce = 0n; nonce < BigInt(PAYMENTS); nonce += 1n) {
    const envelope = signed(alice, nonce, pays(bob, nonce + 1n));
    envelopes.push(envelope);
    await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
  }
  const address = JSON.parse(`[${[...Buffer.from(alice.address, 'hex')]}]`);
  const pruners = devnet.validators.filter(({ name }) => !prune.archives?.includes(name));
  for (const { rpc } of pruners) {
    const params = { address, certificate_by_nonce: RANGE };
    for (;;) {
      const { result } = await callRpc(rpc, 'getAccountInfo', params);
      if ((result as JsonObject)['requested_certificates']?.toString() === '') break;
    }
  }
  return { devnet, envelopes };
}

/** Reads page by page what a validator shows of what it settled, up to the page that is the end. */
async function pagesOf(rpc: string, limit: number): Promise<readonly number[]> {
  const sizes: number[] = [];
  for (let token: JsonValue = 0; ; ) {
    const { result } = await callRpc(rpc, 'getTransactions', { page: { limit, token } });
    const page = result as { readonly data: readonly JsonValue[]; next_page_token: JsonValue };
    sizes.push(page.data.length);
    if (page.data.length === 0) return sizes;
    token = page.next_page_token;
  }
}

describe('a devnet that prunes', () => {
  it('says over every interface what settled, and goes on, when nobody has the certificate', async () => {
    const dataDir = join(root, 'nobody');
    const { devnet, envelopes } = await pruned(dataDir, { keepPerAccount: 1 });
    const [first, last] = [envelopes[0], envelopes.at(-1)] as [
      TransactionEnvelope,
      TransactionEnvelope,
    ];
    const id = transactionId(first.transaction);
    const client = createClient({ url: devnet.rest });
    const gone = {
      code: 'CERTIFICATE_PRUNED',
      status: 404,
      details: { CertificatePruned: { pruned: [{ nonce: 0, transaction_id: id }] } },
    };
    const { address } = personOf(devnet, 'alice');
    await expect(client.certificate(id)).rejects.toMatchObject(gone);
    await expect(client.certificates(address, 0n, 1)).rejects.toMatchObject(gone);
    // A proxy keeps the certificate until it has heard from everybody that they have it.
    await vi.waitFor(() => expect(client.submit(first)).rejects.toMatchObject(gone), PATIENCE);
    expect(await idShown(client, last)).toBe(transactionId(last.transaction));
    const nonces = (await client.certificates(address, 0n, PAYMENTS)).map(({ envelope }) =>
      transactionId(envelope.transaction),
    );
    expect(nonces).toEqual([transactionId(last.transaction)]);
    const outbox = memoryOutbox();
    const signer = personOf(devnet, 'alice');
    await outbox.save(outgoingOf(first, 0n));
    const wallet = createWallet({ client, signer, networkId: devnet.networkId, outbox });
    const next = await wallet.transact([pays(personOf(devnet, 'bob'), 1n)]);
    expect(factsOf(next.envelope.transaction).transaction.nonce).toBe(BigInt(PAYMENTS));
    // Another wallet of the same key had signed this, and lost the nonce to what is pruned.
    await outbox.save(outgoingOf(signed(signer, 0n, pays(personOf(devnet, 'bob'), 9n)), 0n));
    await expect(wallet.finish()).rejects.toMatchObject({
      code: 'UNEXPECTED_NONCE',
      kept: undefined,
    });
    const again = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(first));
    expect(again).toMatchObject({
      error: { code: -32000, data: expect.stringContaining('"CertificatePruned"') },
    });
    expect((await client.account(address)).nextNonce).toBe(BigInt(PAYMENTS + 1));
    for (const { rpc } of devnet.validators) {
      const sizes = await pagesOf(rpc, 1);
      expect(sizes.at(0)).toBe(1);
    }
    await devnet.close();
    const moved = join(root, 'moved');
    const exported = await exportData(dataDir, join(root, 'moved.quorate'));
    expect(await importData(moved, join(root, 'moved.quorate'))).toEqual(exported);
    for (const folder of [dataDir, moved]) {
      const { isSound, validators, others } = await checkData(folder);
      expect(isSound).toBe(true);
      // A node without rows has a store, too.
      expect(others).toMatchObject([{ name: 'p1' }, { name: 'faucet', rows: 0 }]);
      for (const findings of validators) {
        const { digest } = validators[0] as typeof findings;
        expect(findings).toMatchObject({ digest, problems: [], isReplayed: false });
        expect(findings.certificates + findings.pruned).toBe(PAYMENTS + 1);
        expect(findings.pruned).toBeGreaterThanOrEqual(PAYMENTS - 1);
      }
    }
  });

  it('shows everything that one archive has, and replays every history with it', async () => {
    const dataDir = join(root, 'archive');
    const { devnet, envelopes } = await pruned(dataDir, { archives: ['v4'] });
    const client = createClient({ url: devnet.rest });
    for (const envelope of envelopes) {
      expect(await idShown(client, envelope)).toBe(transactionId(envelope.transaction));
    }
    const [first] = envelopes as [TransactionEnvelope];
    expect(await client.submit(first)).toMatchObject({ kind: 'Success' });
    await devnet.close();
    const { isSound, validators } = await checkData(dataDir);
    expect(isSound).toBe(true);
    expect(
      validators.map(({ pruned: count, certificates, isReplayed }) => [
        count,
        certificates,
        isReplayed,
      ]),
    ).toEqual([
      ...Array.from({ length: 3 }, () => [PAYMENTS - 1, PAYMENTS, true]),
      [0, PAYMENTS, true],
    ]);
  });

  it.each([
    [{ keepPerAccount: 0 }, /prune.keepPerAccount/],
    [{ olderThan: 0.5 }, /prune.olderThan/],
    [{ archives: ['alice'] }, /prune.archives/],
    [{ olderThen: 5 }, /prune.olderThen: no such option; expected one of olderThan,/],
    [true, /prune: expected an object, got true/],
  ])('refuses %o', async (prune, message) => {
    await expect(startDevnet({ port: 0, prune: prune as PruneOptions })).rejects.toThrow(message);
  });
});
