import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  formatAddress,
  hexToBytes,
  multiSigAddress,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { askToSign, payment, post, sharedBy, signedBy, signerWith, submit } from './wire.ts';

/** Five processes start, twice. */
const HOOK_MILLIS = 120_000;

const dataDir = mkdtempSync(join(tmpdir(), 'quorate-restart-'));
let cluster: Cluster;
let alice: Signer;
let dora: Signer;

beforeAll(async () => {
  cluster = await startCluster(dataDir, 2);
  const [first, second] = (await cluster.ready()).accounts;
  alice = signerWith(first?.secretKey ?? '');
  dora = signerWith(second?.secretKey ?? '');
}, HOOK_MILLIS);
afterAll(async () => {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, HOOK_MILLIS);

async function admin(path: string, body: object = {}): Promise<unknown> {
  const { rest } = await cluster.ready();
  return JSON.parse((await post(`${rest}/_devnet/v1${path}`, JSON.stringify(body))) ?? 'null');
}

/** Takes down one validator more than may be missing; only a new command starts them again. */
async function loseQuorum(): Promise<void> {
  for (const name of ['v3', 'v4']) await admin(`/validators/${name}/crash`);
}

/** Tells whether a validator holds a transaction of alice that has not settled. */
async function holds(rpc: string): Promise<boolean> {
  const params = { address: [...hexToBytes(alice.address)] };
  const call = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params };
  const answer = JSON.parse((await post(rpc, JSON.stringify(call))) ?? '{}') as {
    readonly result?: { readonly pending_confirmation: unknown };
  };
  return (answer.result?.pending_confirmation ?? null) !== null;
}

/** Waits until every validator has settled a transaction. */
async function settles(transaction: TransactionId): Promise<void> {
  const waited = await admin('/wait', { transaction, state: 'settled-all', timeoutMs: 60_000 });
  expect(waited).toEqual({ ok: true });
}

async function balanceOf(name: string): Promise<bigint> {
  const { rest } = await cluster.ready();
  const answer = await fetch(`${rest}/v1/accounts/${formatAddress(addressOf(name))}`);
  return BigInt(((await answer.json()) as { data: { balance: string } }).data.balance);
}

const TIME = { timeout: 120_000, interval: 100 };

describe('a validator whose process is killed', () => {
  it('comes back by itself on the same port, with its lock (V8)', async () => {
    const { validators } = await cluster.ready();
    const [{ rpc, name } = { rpc: '', name: '' }] = validators;
    const [first, rival] = [1n, 2n].map((amount) =>
      signedBy(dora, payment(dora.address, 0n, { recipient: addressOf('bob'), amount })),
    );
    if (first === undefined || rival === undefined) throw new Error('two rivals');
    const signed = await askToSign(rpc, first);
    expect(signed?.transactionHash).toBe(factsOf(first.transaction).id);
    expect(await cluster.killValidator(name)).toBe(true);
    await vi.waitFor(async () => expect(await askToSign(rpc, first)).toEqual(signed), TIME);
    expect(await askToSign(rpc, rival)).toBeUndefined();
  });
});

describe('a devnet that is killed and started anew', () => {
  const bob = signerOf('bob');
  let shareOf: (member: Signer) => TransactionEnvelope;
  let paidByWallet: Promise<string | undefined>;
  let paidByAlice: TransactionEnvelope;
  let answerToAlice: Promise<unknown>;

  async function leaveWithoutSignature(): Promise<void> {
    const { proxyRpc } = await cluster.ready();
    const config = { authorizedSigners: [alice.address, bob.address], quorum: 2n, nonce: 0n };
    const account = multiSigAddress(config);
    const funding = payment(alice.address, 0n, { recipient: account, amount: 9n });
    expect(await submit(proxyRpc, signedBy(alice, funding))).toHaveProperty('kind', 'Success');
    const spent = payment(account, 0n, { recipient: addressOf('erin'), amount: 9n });
    shareOf = (member) => sharedBy(member, config, spent);
    expect(await submit(proxyRpc, shareOf(alice))).toEqual({ kind: 'IncompleteMultiSig' });
  }

  async function leaveInTheWallet(): Promise<void> {
    const { paySend } = await cluster.ready();
    const send = (name: string) =>
      post(
        paySend,
        JSON.stringify({ to: formatAddress(addressOf(name)), amount: '0.5', chain: 'fast' }),
      );
    expect(JSON.parse((await send('carol')) ?? '')).toHaveProperty('result.txHash');
    const store = join(dataDir, 'wallet', 'data.mdb');
    const { mtimeNs } = statSync(store, { bigint: true });
    expect(await admin('/faults', { kind: 'cut', from: ['wallet'], to: ['p1'] })).toHaveProperty(
      'id',
    );
    paidByWallet = send('dave');
    // Next, it writes what it has signed and cannot hand over.
    await vi.waitFor(() => {
      expect(statSync(store, { bigint: true }).mtimeNs).toBeGreaterThan(mtimeNs);
    }, TIME);
  }

  async function leaveWithoutQuorum(): Promise<void> {
    const to = { recipient: addressOf('frank'), amount: 5n };
    paidByAlice = signedBy(alice, payment(alice.address, 1n, to));
    const { validators, proxyRpc } = await cluster.ready();
    // Once one validator holds it, the proxy drives it without the consent of a quorum (rule P5).
    await askToSign(validators[0]?.rpc ?? '', paidByAlice);
    await loseQuorum();
    answerToAlice = submit(proxyRpc, paidByAlice);
    // Another validator that holds it was asked by the proxy, whose store had it by then.
    await vi.waitFor(async () => expect(await holds(validators[1]?.rpc ?? '')).toBe(true), TIME);
  }

  beforeAll(async () => {
    await leaveWithoutSignature();
    await leaveInTheWallet();
    await leaveWithoutQuorum();
    await cluster.killCommand();
  }, HOOK_MILLIS);

  it('P1 finishes a submission that it was driving, although nobody asks for it again', async () => {
    expect(await answerToAlice).toBeUndefined();
    await settles(factsOf(paidByAlice.transaction).id);
    expect(await balanceOf('frank')).toBe(5n);
  });

  it('P9 completes what lacked a signature when it was killed', async () => {
    const { proxyRpc } = await cluster.ready();
    expect(await submit(proxyRpc, shareOf(bob))).toHaveProperty('kind', 'Success');
    expect(await balanceOf('erin')).toBe(9n);
  });

  it('finishes what the wallet of the server had signed, although nobody asks for it again', async () => {
    expect(await paidByWallet).toBeUndefined();
    await vi.waitFor(async () => expect(await balanceOf('dave')).toBe(5n * 10n ** 17n), TIME);
    expect(await balanceOf('carol')).toBe(5n * 10n ** 17n);
  });
});
