import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createClient } from '@quorate/client';
import { type DevnetAccount, startDevnet } from '@quorate/devnet';
import { expect, it } from 'vitest';

const PAYMENTS = 5;

// The packages as they were built: Node.js 20 runs no TypeScript.
const PAYER = `
  const { workerData: { url, networkId, secretKey, recipient, path, payments } } =
    require('node:worker_threads');
  Promise.all([
    import('@quorate/client'), import('@quorate/client/node'), import('@quorate/protocol'),
  ]).then(async ([{ createClient, createWallet, signerOf }, { fileOutbox }, protocol]) => {
    const [client, signer] = [createClient({ url }), signerOf(secretKey)];
    const wallet = createWallet({ client, signer, networkId, outbox: fileOutbox(path) });
    const tokenId = protocol.NATIVE_TOKEN_ID;
    const payment = { kind: 'TokenTransfer', tokenId, recipient, amount: 1n, userData: null };
    for (let paid = 0; paid < payments; paid += 1) await wallet.transact([payment]);
  });`;

it('a wallet signs one transaction for a nonce, however many threads send for the account (P5)', async () => {
  const devnet = await startDevnet({ port: 0, accounts: 2 });
  const [{ secretKey, address }, payee] = devnet.accounts as [DevnetAccount, DevnetAccount];
  const { rest: url, networkId } = devnet;
  const folder = mkdtempSync(join(tmpdir(), 'quorate-outbox-'));
  const path = join(folder, 'outbox.json');
  const recipient = payee.address;
  const workerData = { url, networkId, secretKey, recipient, path, payments: PAYMENTS };
  const threads = [1, 2].map(() => new Worker(PAYER, { eval: true, execArgv: [], workerData }));
  // A payment that fails ends its thread with an error, which fails the test.
  await Promise.all(threads.map((thread) => once(thread, 'exit')));
  const client = createClient({ url });
  expect((await client.account(address)).nextNonce).toBe(BigInt(threads.length * PAYMENTS));
  expect((await client.account(recipient)).balance).toBe(
    payee.balance + BigInt(threads.length * PAYMENTS),
  );
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  await devnet.close();
});
